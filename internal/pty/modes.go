package pty

import "golang.org/x/sys/unix"

// Modes are the line settings that say how typed text is treated.
type Modes struct {
	Echo      bool // typed text is shown (ECHO)
	Canonical bool // input is handed over line by line (ICANON)
	UTF8      bool // erase removes whole UTF-8 characters (IUTF8)
}

// Modes gets the slave's line settings, through the master.
func (p *Pty) Modes() (Modes, error) {
	var m Modes
	err := p.control("get termios", func(fd int) error {
		t, err := unix.IoctlGetTermios(fd, getTermios)
		if err == nil {
			m = modesOf(t)
		}
		return err
	})
	return m, err
}

func modesOf(t *unix.Termios) Modes {
	return Modes{
		Echo:      t.Lflag&unix.ECHO != 0,
		Canonical: t.Lflag&unix.ICANON != 0,
		UTF8:      t.Iflag&unix.IUTF8 != 0,
	}
}

// SetModes sets the slave's line settings, through the master, and leaves all
// others as they are. On macOS the slave must have been opened before (Start).
func (p *Pty) SetModes(m Modes) error {
	return p.control("set termios", func(fd int) error {
		t, err := unix.IoctlGetTermios(fd, getTermios)
		if err != nil {
			return err
		}
		m.apply(t)
		return unix.IoctlSetTermios(fd, setTermios, t)
	})
}

func (m Modes) apply(t *unix.Termios) {
	t.Lflag &^= unix.ECHO | unix.ICANON
	t.Iflag &^= unix.IUTF8
	if m.Echo {
		t.Lflag |= unix.ECHO
	}
	if m.Canonical {
		t.Lflag |= unix.ICANON
	}
	if m.UTF8 {
		t.Iflag |= unix.IUTF8
	}
}
