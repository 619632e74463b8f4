package client

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// openPath follows symbolic links and opens nothing but the name.
func openPath(path string) (int, error) {
	return unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
}

// Close gives the descriptor back.
func (t *Terminal) Close() error {
	if !t.own {
		return nil
	}
	t.own = false
	return unix.Close(t.fd)
}

// fromFile keeps a master, and takes an O_PATH descriptor of anything else.
func fromFile(f *os.File) (*Terminal, error) {
	t := &Terminal{keep: f, name: f.Name()}
	raw, err := f.SyscallConn()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	err2 := raw.Control(func(fd uintptr) { err = t.take(int(fd)) })
	if err2 != nil {
		err = err2
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %v", f.Name(), ErrNotATerminal, err)
	}
	return t, nil
}

func (t *Terminal) take(fd int) error {
	var s unix.Stat_t
	if err := unix.Fstat(fd, &s); err != nil {
		return err
	}
	if isMaster(s) {
		t.fd = fd
		return nil
	}
	if nr, err := unix.IoctlGetUint32(fd, unix.TIOCGDEV); err == nil && s.Rdev == unix.Mkdev(5, 0) {
		return t.byNumber(nr)
	}
	var err error
	t.fd, err = openPath("/proc/self/fd/" + strconv.Itoa(fd))
	t.own = err == nil
	return err
}

// resolve turns /dev/tty into the controlling terminal that it stands for, and
// refuses early what can be no terminal.
func (t *Terminal) resolve() error {
	var s unix.Stat_t
	if err := unix.Fstat(t.fd, &s); err != nil {
		return fmt.Errorf("fstat of %s: %w", t.name, err)
	}
	switch {
	case s.Mode&unix.S_IFMT != unix.S_IFCHR:
		return fmt.Errorf("%s: %w: name a terminal such as /dev/pts/3 (tty(1) prints yours)", t.name, ErrNotATerminal)
	case s.Rdev == unix.Mkdev(5, 0):
		return t.controlling()
	case s.Rdev == unix.Mkdev(5, 2) && t.own:
		return fmt.Errorf("%s: %w: that is the pty multiplexer; name a slave such as /dev/pts/3, or give the open master with --fd", t.name, ErrNotATerminal)
	}
	return nil
}

// controlling finds the terminal behind /dev/tty.
func (t *Terminal) controlling() error {
	fd, err := unix.Open("/dev/tty", unix.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("%s: %w: this process has no controlling terminal; name one such as /dev/pts/3", t.name, ErrNotATerminal)
	}
	defer unix.Close(fd)
	nr, err := unix.IoctlGetUint32(fd, unix.TIOCGDEV)
	if err != nil {
		return fmt.Errorf("ioctl TIOCGDEV of %s: %w", t.name, err)
	}
	t.Close()
	if err := t.byNumber(nr); err != nil {
		return fmt.Errorf("%s: %w: %v", t.name, ErrNotATerminal, err)
	}
	return nil
}

// byNumber opens the terminal of a device number on this mount namespace's
// /dev.
func (t *Terminal) byNumber(nr uint32) error {
	major, minor := nr>>8&0xfff, nr&0xff|nr>>12&^0xff
	path := "/dev/pts/" + strconv.Itoa(int((major-136)<<20|minor))
	switch {
	case major == 4 && minor < 64:
		path = "/dev/tty" + strconv.Itoa(int(minor))
	case major == 4:
		path = "/dev/ttyS" + strconv.Itoa(int(minor-64))
	}
	fd, err := openPath(path)
	if err != nil {
		return fmt.Errorf("open of %s: %w", path, err)
	}
	var s unix.Stat_t
	if err := unix.Fstat(fd, &s); err != nil || s.Rdev != unix.Mkdev(major, minor) {
		unix.Close(fd)
		return fmt.Errorf("%s is another terminal than the one of number %d:%d", path, major, minor)
	}
	t.fd, t.own, t.name = fd, true, path
	return nil
}

func isMaster(s unix.Stat_t) bool {
	return s.Mode&unix.S_IFMT == unix.S_IFCHR && s.Rdev == unix.Mkdev(5, 2)
}
