package procfs

import (
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/pty"
)

// vtime sets the least number of bytes and the time of a non-canonical read,
// in tenths of a second, through the master.
func (s *screen) vtime(t *testing.T, least, tenths uint8) {
	t.Helper()
	fd := number(t, s.Master())
	m, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	m.Cc[unix.VMIN], m.Cc[unix.VTIME] = least, tenths
	if err := unix.IoctlSetTermios(fd, unix.TCSETS, m); err != nil {
		t.Fatal(err)
	}
}

func TestSettings(t *testing.T) {
	cases := []struct {
		name          string
		modes         pty.Modes
		least, tenths uint8
		want          Settings
	}{
		{"a shell's read", pty.Modes{Echo: true, Canonical: true}, 1, 0, Settings{Echo: true, Canonical: true, Signals: true}},
		{"a password", pty.Modes{Canonical: true}, 1, 0, Settings{Canonical: true, Signals: true}},
		{"raw", pty.Modes{}, 1, 0, Settings{Signals: true}},
		{"raw, with a time between bytes", pty.Modes{}, 1, 255, Settings{Signals: true}},
		{"raw, with an end", pty.Modes{}, 0, 255, Settings{Signals: true, Timed: true}},
		{"canonical mode has no such end", pty.Modes{Echo: true, Canonical: true}, 0, 255, Settings{Echo: true, Canonical: true, Signals: true}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newScreen(t)
			if err := s.SetModes(c.modes); err != nil {
				t.Fatal(err)
			}
			s.vtime(t, c.least, c.tenths)
			r := proven(t, s.start(t, program("read", "-1", "0")), s.term)
			f := &r.Findings[r.Best]
			if got, err := f.Settings(); err != nil || got != c.want {
				t.Errorf("got %+v, %v; want %+v", got, err, c.want)
			}
			f.Close()
			if got, err := f.Settings(); err == nil {
				t.Errorf("after Close: %+v", got)
			}
			f.Close() // a second time does nothing
		})
	}
}

func TestSignalsOff(t *testing.T) {
	s := newScreen(t)
	fd := number(t, s.Master())
	m, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	m.Lflag &^= unix.ISIG
	if err := unix.IoctlSetTermios(fd, unix.TCSETS, m); err != nil {
		t.Fatal(err)
	}
	r := proven(t, s.start(t, program("read", "-1", "0")), s.term)
	if got, err := r.Findings[r.Best].Settings(); err != nil || got.Signals {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestSize(t *testing.T) {
	s := newScreen(t)
	p := s.start(t, program("read", "-1", "0"))
	r := proven(t, p, s.term)
	if got := r.Findings[r.Best].Size(); got != (Size{}) {
		t.Errorf("nobody set it: %+v", got)
	}
	if err := s.SetSize(pty.Size{Rows: 40, Cols: 132}); err != nil {
		t.Fatal(err)
	}
	if got := r.Findings[r.Best].Size(); got != (Size{40, 132}) {
		t.Errorf("got %+v", got)
	}
}
