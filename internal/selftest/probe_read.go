package selftest

import (
	"fmt"
	"maps"

	"golang.org/x/sys/unix"
)

// modes lists what a probe can do: those of every system, and those of this one.
func modes() map[string]mode {
	all := map[string]mode{
		"read":            reads(0, nil),
		"read-again":      func() (call, error) { return readLines, nil },
		"read-noecho":     reads(0, func(t *unix.Termios) { t.Lflag &^= unix.ECHO }),
		"read-raw":        reads(0, raw(1)),
		"read-raw-noecho": reads(0, func(t *unix.Termios) { raw(1)(t); t.Lflag &^= unix.ECHO }),
		"read-later":      func() (call, error) { return readLater, nil },
		"read-pipe":       reads(thirdDescriptor, nil),
		// The other terminal is not the controlling one, so nobody is stopped for reading it.
		"read-other-terminal": reads(thirdDescriptor, nil),
		"busy":                func() (call, error) { return spin, nil },
		"end":                 func() (call, error) { return func() (int, error) { return 0, nil }, nil },
	}
	maps.Copy(all, systemModes())
	return all
}

// thirdDescriptor is the one that a row's third descriptor becomes.
const thirdDescriptor = 3

// reads changes the terminal's settings and reads the descriptor.
func reads(fd int, change func(*unix.Termios)) mode {
	return func() (call, error) { return read(fd), setTerminal(change) }
}

func read(fd int) call {
	return func() (int, error) { return unix.Read(fd, make([]byte, 4096)) }
}

func readLines() (int, error) {
	buf := make([]byte, 4096)
	for {
		n, err := unix.Read(0, buf)
		if n <= 0 || err != nil {
			return n, err
		}
		say(fmt.Sprintf("GOT %d", n))
	}
}

// readLater first waits for a byte on the outer pipe.
func readLater() (int, error) {
	if n, err := unix.Read(thirdDescriptor, make([]byte, 1)); n <= 0 || err != nil {
		return n, err
	}
	return readLines()
}

func spin() (n int, err error) {
	for {
		n++
	}
}

func setTerminal(change func(*unix.Termios)) error {
	if change == nil {
		return nil
	}
	t, err := unix.IoctlGetTermios(0, getTermios)
	if err != nil {
		return fmt.Errorf("get termios of descriptor 0: %w", err)
	}
	change(t)
	if err := unix.IoctlSetTermios(0, setTermios, t); err != nil {
		return fmt.Errorf("set termios of descriptor 0: %w", err)
	}
	return nil
}

// raw switches line editing off; a read then returns with at least least bytes.
func raw(least uint8) func(*unix.Termios) {
	return func(t *unix.Termios) {
		t.Lflag &^= unix.ICANON
		t.Cc[unix.VMIN], t.Cc[unix.VTIME] = least, 0
	}
}
