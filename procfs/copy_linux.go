package procfs

import (
	"fmt"
	"slices"

	"golang.org/x/sys/unix"
)

// terminalCopy is a duplicate of a descriptor of the terminal, taken from the
// thread that waits. Unlike opening the terminal, duplicating it has no effect
// that the terminal's other users could see.
type terminalCopy struct {
	fd     int // the thread's descriptor, -1 when the terminal is not in the wait
	copied int
	target target            // through which it is waited for
	same   func(target) bool // whether a target is this terminal
}

func (c terminalCopy) close() {
	if c.copied >= 0 {
		unix.Close(c.copied)
	}
}

// terminalIn finds the terminal among the targets that wake the call on input.
func (t *thread) terminalIn(term Identity, list []target) (terminalCopy, error) {
	c := terminalCopy{fd: -1, copied: -1}
	alias := map[int]bool{}
	c.same = func(x target) bool {
		return x.is(term) || !x.closed && alias[x.FD]
	}
	for _, x := range list {
		var err error
		if x.closed && x.is(term) && c.fd < 0 {
			x, err = t.another(term, x)
		}
		g := -1
		if err == nil {
			g, err = t.copyOf(term, x, c.fd >= 0)
		}
		if err != nil {
			c.close()
			return c, err
		}
		if g < 0 {
			continue
		}
		alias[x.FD] = true
		if c.fd < 0 && x.Read {
			c.fd, c.copied, c.target = x.FD, g, x
		} else {
			unix.Close(g)
		}
	}
	if c.fd < 0 && slices.ContainsFunc(list, func(x target) bool { return x.vague && x.Read }) {
		return c, &problem{ReasonUnsupported, fmt.Errorf("it waits for something whose descriptor is closed, which may be the terminal")}
	}
	return c, nil
}

// copyOf duplicates the descriptor of a target that is the terminal; -1: it is
// not, or there is a copy already and its inode says enough.
func (t *thread) copyOf(term Identity, x target, have bool) (int, error) {
	switch {
	case x.is(term):
		if have || !x.Read {
			return -1, nil
		}
		return t.copyTerminal(term, x)
	case !x.closed && x.node.isChar() && x.node.ID.Rdev.isAlias():
		return t.copyAlias(term, x.FD)
	}
	return -1, nil
}

// is reports whether the target's own inode says that it is the terminal.
func (x target) is(term Identity) bool {
	if x.closed {
		return term.Rdev.isSlave() && x.node.ID.Dev == term.Dev && x.node.ID.Ino == term.Ino
	}
	return x.node.isChar() && term.Is(x.node.ID)
}

// copyTerminal duplicates the descriptor and checks the copy, since the number
// may have been given to another file meanwhile.
func (t *thread) copyTerminal(term Identity, x target) (int, error) {
	c, err := t.p.fdCopy(t.tid, x.FD)
	if err != nil {
		return -1, err
	}
	n, err := statFD(c)
	if err == nil && n.isChar() && term.Is(n.ID) {
		return c, nil
	}
	unix.Close(c)
	return -1, errAgain
}

// another finds a descriptor of the terminal in place of that of an epoll
// entry, which is closed: any will do, all have one queue.
func (t *thread) another(term Identity, x target) (target, error) {
	fds, _, err := listAt(t.p.dir, t.prefix+"fd", maxOwnFDs)
	if err != nil {
		return x, err
	}
	for _, fd := range fds {
		n, err := t.node(fd)
		if err == nil && n.isChar() && term.Is(n.ID) {
			x.FD, x.node, x.closed = fd, n, false
			return x, nil
		}
	}
	return x, &problem{ReasonUnsupported, fmt.Errorf("it waits for the terminal through a descriptor that is closed, and holds no other")}
}

// copyAlias duplicates a descriptor of /dev/tty or /dev/console and asks which
// terminal it is: that was fixed when it was opened.
func (t *thread) copyAlias(term Identity, fd int) (int, error) {
	c, err := t.p.fdCopy(t.tid, fd)
	if err != nil {
		return -1, err
	}
	d, err := unix.IoctlGetUint32(c, unix.TIOCGDEV)
	if err != nil || TTYDev(d) != term.Rdev {
		unix.Close(c)
		return -1, nil
	}
	return c, nil
}

// readable reports whether a read of the terminal would return: it moves what
// was typed to where readers find it, and respects canonical mode.
func (c terminalCopy) readable() (bool, error) {
	p := []unix.PollFd{{Fd: int32(c.copied), Events: unix.POLLIN}}
	for {
		n, err := unix.Poll(p, 0)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return false, fmt.Errorf("poll of the terminal: %w", err)
		}
		return n > 0, nil
	}
}

// Settings asks for the line settings of the terminal that the finding proves
// a wait for. Ask once, last: the call sleeps, beyond the reach of signals,
// while a reader of the terminal is stalled in the middle of a read.
func (f *Finding) Settings() (Settings, error) {
	if f.copied == nil {
		return Settings{}, fmt.Errorf("no descriptor of the terminal")
	}
	s, err := unix.IoctlGetTermios(*f.copied, unix.TCGETS)
	if err != nil {
		return Settings{}, fmt.Errorf("ioctl TCGETS of the terminal: %w", err)
	}
	canonical := s.Lflag&unix.ICANON != 0
	return Settings{
		Echo:      s.Lflag&unix.ECHO != 0,
		Canonical: canonical,
		Signals:   s.Lflag&unix.ISIG != 0,
		Timed:     !canonical && s.Cc[unix.VMIN] == 0 && s.Cc[unix.VTIME] > 0,
	}, nil
}

// Close gives the finding's copy of the terminal back. Keep none between looks:
// a held copy delays the hang-up of a closed terminal.
func (f *Finding) Close() {
	if f.copied != nil {
		unix.Close(*f.copied)
		f.copied = nil
	}
}
