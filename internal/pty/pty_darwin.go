package pty

import (
	"bytes"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TIOCGETA
	setTermios = unix.TIOCSETA
)

// unlock makes the slave the caller's and lets it be opened. Neither call takes
// an argument.
func (p *Pty) unlock() error {
	err := p.control("ioctl TIOCPTYGRANT", func(fd int) error {
		return unix.IoctlSetInt(fd, unix.TIOCPTYGRANT, 0)
	})
	if err != nil {
		return err
	}
	return p.control("ioctl TIOCPTYUNLK", func(fd int) error {
		return unix.IoctlSetInt(fd, unix.TIOCPTYUNLK, 0)
	})
}

// nameSize is the size of the buffer that TIOCPTYGNAME fills; the number of the
// request contains it.
const nameSize = unix.TIOCPTYGNAME >> 16 & 0x1fff

// slavePath asks for the slave's name: a string of at most 128 bytes ended by a
// zero, not a number. No wrapper of x/sys takes a buffer of that size; the one for
// termios hands its pointer on unseen, which is all that is needed of it.
func (p *Pty) slavePath() (string, error) {
	var buf [nameSize / 8]uint64 // words, for the alignment of a termios
	err := p.control("ioctl TIOCPTYGNAME", func(fd int) error {
		return unix.IoctlSetTermios(fd, unix.TIOCPTYGNAME, (*unix.Termios)(unsafe.Pointer(&buf)))
	})
	if err != nil {
		return "", err
	}
	name := unsafe.Slice((*byte)(unsafe.Pointer(&buf)), nameSize)
	end := bytes.IndexByte(name, 0)
	if end <= 0 {
		return "", fmt.Errorf("ioctl TIOCPTYGNAME on %s: no name", p.path)
	}
	return string(name[:end]), nil
}

func (p *Pty) openSlave() (int, error) {
	fd, err := unix.Open(p.path, unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, fmt.Errorf("open %s: %w", p.path, err)
	}
	return fd, nil
}

// Chown gives the slave to a user and a group (-1: unchanged), as login programs
// do. It takes root.
func (p *Pty) Chown(uid, gid int) error { return os.Chown(p.path, uid, gid) }

// ioctlInt32 is for calls that store an int, which is 32 bits wide everywhere.
func ioctlInt32(fd int, request uint) (int32, error) {
	v, err := unix.IoctlGetInt(fd, request)
	return int32(v), err
}
