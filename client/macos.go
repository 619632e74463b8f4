package client

import (
	"errors"
	"fmt"
	"os"
)

// On macOS a device number has 8 bits of major and 24 of minor. A pty's master
// and slave share the minor.
const (
	macControlling = 2 << 24 // /dev/tty
	macMaster      = 15      // major of /dev/ptmx and what it opens
	macSlave       = 16      // major of /dev/ttys000 and on
)

// macNode is what a node of macOS can be.
type macNode int

const (
	macNothing    macNode = iota // no terminal to be asked about
	macAPath                     // a pty's slave
	macDescriptor                // a pty's master
	macMine                      // /dev/tty: the caller's own
)

// macKind tells a terminal's node by its number. The error, for a node that is
// none, says what to do. Of the multiplexer only what it opened is a master.
func macKind(char bool, rdev uint32, open bool) (macNode, error) {
	switch major := rdev >> 24; {
	case !char:
		return macNothing, errors.New("name one such as /dev/ttys003; tty(1) prints yours")
	case rdev == macControlling:
		return macMine, nil
	case major == macMaster && !open:
		return macNothing, errors.New("it is the pty multiplexer; name a slave such as /dev/ttys003, or give an open master")
	case major == macMaster:
		return macDescriptor, nil
	case major == macSlave:
		return macAPath, nil
	}
	return macNothing, fmt.Errorf("device %d,%d is no pty; name one such as /dev/ttys003", rdev>>24, rdev&0xffffff)
}

// macPath is the name of a pty's slave. The error is for another terminal, or
// for none.
func macPath(rdev uint32) (string, error) {
	switch {
	case rdev == 1<<32-1:
		return "", errors.New("this process has no controlling terminal; name one such as /dev/ttys003")
	case rdev>>24 != macSlave:
		return "", fmt.Errorf("the controlling terminal, device %d,%d, is no pty", rdev>>24, rdev&0xffffff)
	}
	return fmt.Sprintf("/dev/ttys%03d", rdev&0xffffff), nil
}

// resolveOnMac finds the path of a slave, and that of the terminal that
// /dev/tty stands for, and refuses early what can be no terminal. device tells
// of the node of a file, or else of a path; own of the caller's controlling
// terminal.
func resolveOnMac(t *Terminal, device func(*os.File, string) (bool, uint32, error), own func() (uint32, error)) (*Terminal, error) {
	char, rdev, err := device(t.file, t.name)
	if err != nil {
		return nil, t.refused(err)
	}
	kind, err := macKind(char, rdev, t.file != nil)
	if err != nil {
		return nil, t.refused(err)
	}
	switch kind {
	case macDescriptor:
		return t, nil
	case macMine:
		// A descriptor of /dev/tty means another terminal to each process.
		t.file = nil
		rdev, err = own()
	}
	if err == nil {
		t.path, err = macPath(rdev)
	}
	if err == nil {
		err = checkPath(t.path, rdev, device)
	}
	if err != nil {
		return nil, t.refused(err)
	}
	if kind == macMine {
		t.name = t.path
	}
	return t, nil
}

// checkPath makes sure that a path is that of the device number.
func checkPath(path string, rdev uint32, device func(*os.File, string) (bool, uint32, error)) error {
	char, found, err := device(nil, path)
	if err == nil && (!char || found != rdev) {
		err = fmt.Errorf("%s is another terminal", path)
	}
	return err
}

// refused says that it is no terminal, and why.
func (t *Terminal) refused(err error) error {
	return fmt.Errorf("%s: %w: %s", t.name, ErrNotATerminal, why(err))
}
