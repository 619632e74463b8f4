package pty

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Size is a terminal's size in character cells. A new terminal has 0 by 0.
type Size struct {
	Rows, Cols uint16
}

// Size gets the window size.
func (p *Pty) Size() (Size, error) {
	var s Size
	err := p.control("ioctl TIOCGWINSZ", func(fd int) error {
		w, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
		if err == nil {
			s = Size{Rows: w.Row, Cols: w.Col}
		}
		return err
	})
	return s, err
}

// SetSize sets the window size; the foreground job gets SIGWINCH if it differs
// from the one before. Where the kernel takes no size before the slave is first
// opened (ENOTTY, macOS), it is set when Start opens it.
func (p *Pty) SetSize(s Size) error {
	p.size = &s
	err := setSize(p.master, p.path, s)
	if errors.Is(err, unix.ENOTTY) {
		return nil
	}
	return err
}

// applySize gives a slave that was just opened the size that was asked for.
func (p *Pty) applySize(slave *os.File) error {
	if p.size == nil {
		return nil
	}
	return setSize(slave, p.path, *p.size)
}

func setSize(file *os.File, object string, s Size) error {
	return control(file, object, "ioctl TIOCSWINSZ", func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: s.Rows, Col: s.Cols})
	})
}
