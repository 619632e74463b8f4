package procfs

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Terminal is a terminal that is asked about: an O_PATH descriptor of its
// slave, which has no effect on anybody, and for as long as it is given, its
// master. A Terminal is for one goroutine at a time.
type Terminal struct {
	ID     Identity
	Owner  uint32 // user that owns the slave's node
	slave  int
	master int // -1 without one; not closed by Close
	mine   bool
}

// ErrNotATerminal reports a descriptor that is no terminal to be asked about.
var ErrNotATerminal = errors.New("not a terminal")

// ErrGone reports a terminal whose master is closed.
var ErrGone = errors.New("the terminal is gone: its master was closed")

// FromDescriptor takes a pty master, or an O_PATH descriptor of a pty slave, a
// virtual terminal or a serial line. The descriptor stays the caller's, and
// must stay open until Close.
func FromDescriptor(fd int) (*Terminal, error) {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	if err != nil {
		return nil, fmt.Errorf("fcntl F_GETFL of descriptor %d: %w", fd, err)
	}
	t := &Terminal{slave: fd, master: -1}
	if flags&unix.O_PATH == 0 {
		if t.slave, err = peerOf(fd); err != nil {
			return nil, err
		}
		t.master, t.mine = fd, true
	}
	if err := t.identify(); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// peerOf opens the slave of a master with O_PATH: unlike a real open this
// changes nothing for the terminal's other users, and needs no path.
func peerOf(master int) (int, error) {
	n, err := statFD(master)
	if err != nil {
		return -1, err
	}
	if !n.isChar() || n.ID.Rdev != devPtmx {
		return -1, fmt.Errorf("%w: neither a pty master nor an O_PATH descriptor of a terminal", ErrNotATerminal)
	}
	slave, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(master), unix.TIOCGPTPEER, unix.O_PATH|unix.O_CLOEXEC)
	if errno != 0 {
		return -1, fmt.Errorf("ioctl TIOCGPTPEER of the master: %w", errno)
	}
	return int(slave), nil
}

func (t *Terminal) identify() error {
	n, err := t.stat()
	if err != nil {
		return err
	}
	t.ID = n.ID
	switch d := n.ID.Rdev; {
	case !n.isChar():
		return fmt.Errorf("%w: a %s", ErrNotATerminal, fileType(n.Mode))
	case d.isAlias():
		return fmt.Errorf("%w: it stands for another, name that one", ErrNotATerminal)
	case d == devPtmx:
		return fmt.Errorf("%w: a pty master opened with O_PATH, give the master itself", ErrNotATerminal)
	case !d.isTerminal():
		return fmt.Errorf("%w: character device %s", ErrNotATerminal, d)
	}
	return t.onDevpts()
}

// onDevpts refuses a node with a slave's number that somebody made elsewhere.
func (t *Terminal) onDevpts() error {
	if !t.ID.Rdev.isSlave() || t.master >= 0 { // a master's peer is on devpts
		return nil
	}
	var s unix.Statfs_t
	if err := unix.Fstatfs(t.slave, &s); err != nil {
		return fmt.Errorf("fstatfs of the terminal: %w", err)
	}
	if s.Type != unix.DEVPTS_SUPER_MAGIC {
		return fmt.Errorf("%w: a node with a pty's number outside devpts", ErrNotATerminal)
	}
	return nil
}

// Check tells who owns the terminal, or ErrGone. Ask before a look and after
// it: the owner may change, and a closed terminal's number is used again.
func (t *Terminal) Check() (uint32, error) {
	_, err := t.stat()
	return t.Owner, err
}

func (t *Terminal) stat() (node, error) {
	var s unix.Statx_t
	const want = unix.STATX_TYPE | unix.STATX_MODE | unix.STATX_INO | unix.STATX_UID | unix.STATX_NLINK
	if err := statQuick(t.slave, want, &s); err != nil {
		return node{}, fmt.Errorf("statx of the terminal: %w", err)
	}
	if s.Nlink == 0 {
		return node{}, ErrGone
	}
	t.Owner = s.Uid
	return nodeOf(&s), nil
}

// Path is the terminal's name as this process sees it, empty when it has none.
func (t *Terminal) Path() string {
	text, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(t.slave))
	if err != nil || !strings.HasPrefix(text, "/") {
		return ""
	}
	return strings.TrimSuffix(text, " (deleted)")
}

// Close gives the slave back, if it was opened here.
func (t *Terminal) Close() {
	if t.mine {
		unix.Close(t.slave)
	}
}

// Master asks a given master for the terminal's foreground process group and
// session, as seen from this process ID namespace; 0 where there is none. The
// last result is false without a master.
func (t *Terminal) Master() (pgrp, sid int, ok bool, err error) {
	if t.master < 0 {
		return 0, 0, false, nil
	}
	pgrp, err = unix.IoctlGetInt(t.master, unix.TIOCGPGRP)
	if err == unix.ENOTTY {
		return 0, 0, true, nil // no session has it as controlling terminal
	}
	if err != nil {
		return 0, 0, true, fmt.Errorf("ioctl TIOCGPGRP of the master: %w", err)
	}
	sid, err = unix.IoctlGetInt(t.master, unix.TIOCGSID)
	switch {
	case err == unix.ENOTTY:
		return pgrp, 0, true, nil
	case err != nil:
		return 0, 0, true, fmt.Errorf("ioctl TIOCGSID of the master: %w", err)
	case sid == 0:
		return 0, 0, true, errors.New("the terminal's session is of another PID namespace, and has no number here")
	}
	return pgrp, sid, true, nil
}

func fileType(mode uint16) string {
	switch mode & modeType {
	case modeFIFO:
		return "pipe"
	case modeSocket:
		return "socket"
	case modeDir:
		return "directory"
	case modeBlock:
		return "block device"
	}
	return "regular file"
}

// DupSlave returns an O_PATH descriptor of the slave that is the caller's.
func (t *Terminal) DupSlave() (int, error) {
	fd, err := unix.FcntlInt(uintptr(t.slave), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return -1, fmt.Errorf("duplicate the terminal's descriptor: %w", err)
	}
	return fd, nil
}
