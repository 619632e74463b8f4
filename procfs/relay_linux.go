package procfs

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Size is a terminal's window size in characters; 0x0 when nobody set it.
type Size struct{ Rows, Cols uint16 }

// Inner is the terminal behind a master that a relay holds in its wait.
type Inner struct {
	*Terminal
	Size Size
	copy int
}

// Inner opens the terminal behind a master that the finding's thread holds in
// the same wait. Close it: its master is a copy.
func (p *Process) Inner(f *Finding, fd int) (*Inner, error) {
	n, err := statAt(p.dir, fmt.Sprintf("task/%d/fd/%d", f.TID, fd))
	if err != nil {
		return nil, err
	}
	if !n.isChar() || n.ID.Rdev != devPtmx {
		return nil, fmt.Errorf("descriptor %d of process %d: no master any more", fd, p.PID)
	}
	c, err := p.fdCopy(f.TID, fd)
	if err != nil {
		return nil, err
	}
	t, err := FromDescriptor(c)
	if err == nil && t.master < 0 {
		t.Close()
		err = fmt.Errorf("descriptor %d of process %d: no master any more", fd, p.PID)
	}
	if err != nil {
		unix.Close(c)
		return nil, err
	}
	return &Inner{Terminal: t, Size: sizeOf(c), copy: c}, nil
}

// Close gives the inner terminal and its master back.
func (i *Inner) Close() {
	i.Terminal.Close()
	unix.Close(i.copy)
}

// Size is the window size of the terminal that the finding proves a wait for.
func (f *Finding) Size() Size {
	if f.copied == nil {
		return Size{}
	}
	return sizeOf(*f.copied)
}

func sizeOf(fd int) Size {
	w, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
	if err != nil {
		return Size{}
	}
	return Size{w.Row, w.Col}
}
