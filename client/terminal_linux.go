package client

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// openPath follows symbolic links and opens nothing but the name.
func openPath(path string) (*os.File, error) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(fd), path), nil
}

// Device numbers of nodes that stand for something else.
var (
	devTTY  = unix.Mkdev(5, 0)
	devPtmx = unix.Mkdev(5, 2)
)

// fromFile keeps a master, and takes an O_PATH descriptor of anything else.
func fromFile(f *os.File) (*Terminal, error) {
	t := &Terminal{file: f, name: f.Name()}
	err := t.Control(func(fd int) error {
		var s unix.Stat_t
		if err := unix.Fstat(fd, &s); err != nil {
			return err
		}
		if isChar(s) && s.Rdev == devPtmx {
			return nil
		}
		var err error
		if isChar(s) && s.Rdev == devTTY {
			t.file, err = openNumber(fd)
		} else {
			t.file, err = openPath("/proc/self/fd/" + strconv.Itoa(fd))
		}
		t.own = err == nil
		return err
	})
	return t, err
}

// resolve turns /dev/tty into the controlling terminal that it stands for, and
// refuses early what can be no terminal.
func resolve(t *Terminal) (*Terminal, error) {
	var s unix.Stat_t
	err := t.Control(func(fd int) error { return unix.Fstat(fd, &s) })
	switch {
	case err != nil:
		err = fmt.Errorf("%s: %w: %v", t.name, ErrNotATerminal, err)
	case !isChar(s):
		err = fmt.Errorf("%s: %w: name one such as /dev/pts/3; tty(1) prints yours", t.name, ErrNotATerminal)
	case s.Rdev == devTTY:
		return controlling(t)
	case s.Rdev == devPtmx && t.own:
		err = fmt.Errorf("%s: %w: it is the pty multiplexer; name a slave such as /dev/pts/3, or give an open master", t.name, ErrNotATerminal)
	}
	if err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// controlling finds the terminal behind the name /dev/tty.
func controlling(t *Terminal) (*Terminal, error) {
	t.Close()
	fd, err := unix.Open("/dev/tty", unix.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: this process has no controlling terminal; name one such as /dev/pts/3", t.name, ErrNotATerminal)
	}
	defer unix.Close(fd)
	f, err := openNumber(fd)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", t.name, ErrNotATerminal, why(err))
	}
	return &Terminal{file: f, own: true, name: f.Name()}, nil
}

// openNumber opens the terminal that a descriptor of /dev/tty stands for, by
// its number, on this mount namespace's /dev.
func openNumber(tty int) (*os.File, error) {
	nr, err := unix.IoctlGetUint32(tty, unix.TIOCGDEV)
	if err != nil {
		return nil, fmt.Errorf("ioctl TIOCGDEV: %w", err)
	}
	major, minor := nr>>8&0xfff, nr&0xff|nr>>12&^0xff
	path := devicePath(major, minor)
	f, err := openPath(path)
	if err != nil {
		return nil, err
	}
	var s unix.Stat_t
	err = (&Terminal{file: f}).Control(func(fd int) error { return unix.Fstat(fd, &s) })
	if err != nil || s.Rdev != unix.Mkdev(major, minor) {
		f.Close()
		return nil, fmt.Errorf("%s is another terminal than number %d:%d", path, major, minor)
	}
	return f, nil
}

func devicePath(major, minor uint32) string {
	switch {
	case major == 4 && minor < 64:
		return "/dev/tty" + strconv.Itoa(int(minor))
	case major == 4:
		return "/dev/ttyS" + strconv.Itoa(int(minor-64))
	}
	return "/dev/pts/" + strconv.Itoa(int((major-136)<<20|minor))
}

func isChar(s unix.Stat_t) bool { return s.Mode&unix.S_IFMT == unix.S_IFCHR }
