package pty

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TCGETS
	setTermios = unix.TCSETS
)

// unlock lets the slave be opened; a new one is locked.
func (p *Pty) unlock() error {
	return p.control("ioctl TIOCSPTLCK", func(fd int) error {
		return unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	})
}

// slavePath reads the name off an O_PATH descriptor of the slave: that opens no
// terminal, and is right for a devpts that is mounted elsewhere than /dev/pts.
func (p *Pty) slavePath() (string, error) {
	fd, err := p.peer(unix.O_PATH | unix.O_CLOEXEC)
	if errors.Is(err, unix.ENOTTY) || errors.Is(err, unix.EINVAL) {
		return p.numberedPath()
	}
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	path, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(fd))
	if err != nil {
		return p.numberedPath() // no /proc here
	}
	return path, nil
}

func (p *Pty) numberedPath() (string, error) {
	var n int32
	err := p.control("ioctl TIOCGPTN", func(fd int) (err error) {
		n, err = ioctlInt32(fd, unix.TIOCGPTN)
		return err
	})
	return "/dev/pts/" + strconv.Itoa(int(n)), err
}

func (p *Pty) openSlave() (int, error) {
	const flags = unix.O_RDWR | unix.O_NOCTTY | unix.O_CLOEXEC
	fd, err := p.peer(flags)
	if !errors.Is(err, unix.ENOTTY) && !errors.Is(err, unix.EINVAL) {
		return fd, err
	}
	fd, err = unix.Open(p.path, flags, 0) // before Linux 4.13
	if err != nil {
		return -1, fmt.Errorf("open %s: %w", p.path, err)
	}
	return fd, nil
}

// peer opens the slave through its master. The kernel returns the descriptor.
func (p *Pty) peer(flags int) (peer int, err error) {
	err = p.control("ioctl TIOCGPTPEER", func(fd int) error {
		r, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.TIOCGPTPEER, uintptr(flags))
		if errno != 0 {
			peer = -1
			return errno
		}
		peer = int(r)
		return nil
	})
	return peer, err
}

// Chown gives the slave to a user and a group (-1: unchanged), as login programs
// do. It takes root.
func (p *Pty) Chown(uid, gid int) error {
	fd, err := p.peer(unix.O_PATH | unix.O_CLOEXEC)
	if errors.Is(err, unix.ENOTTY) || errors.Is(err, unix.EINVAL) {
		return os.Chown(p.path, uid, gid)
	}
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	if err := unix.Fchownat(fd, "", uid, gid, unix.AT_EMPTY_PATH); err != nil {
		return fmt.Errorf("fchownat %s: %w", p.path, err)
	}
	return nil
}

// ioctlInt32 is for calls that store an int, which is 32 bits wide everywhere.
func ioctlInt32(fd int, request uint) (int32, error) {
	v, err := unix.IoctlGetUint32(fd, request)
	return int32(v), err
}
