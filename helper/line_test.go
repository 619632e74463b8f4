package helper

import (
	"errors"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// anyTTY is a real terminal of this system, whose slave is open.
func anyTTY(t *testing.T) (*pty.Pty, tty) {
	t.Helper()
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	s, err := p.Slave()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	n, err := disk{}.path(p.Path())
	if err != nil {
		t.Fatal(err)
	}
	return p, tty{ID: n.ID, Path: p.Path(), Owner: n.Owner}
}

func TestReadLine(t *testing.T) {
	p, at := anyTTY(t)
	if err := p.SetSize(pty.Size{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	if err := p.SetModes(pty.Modes{Canonical: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Master().WriteString("half"); err != nil {
		t.Fatal(err)
	}
	want := line{Settings: settings{Canonical: true, Signals: true}, Size: winsize{24, 80}}
	if got, err := readLine(at); err != nil || got != want {
		t.Errorf("half a line: %+v, %v", got, err)
	}
	if _, err := p.Master().WriteString(" a line\n"); err != nil {
		t.Fatal(err)
	}
	var got line
	var err error
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) { // what is typed takes a moment to arrive
		if got, err = readLine(at); err != nil || got.Queued == len("half a line\n") {
			break
		}
	}
	if err != nil || got.Queued != len("half a line\n") {
		t.Errorf("a line: %+v, %v", got, err)
	}
}

func TestReadLineOfAnother(t *testing.T) {
	_, at := anyTTY(t)
	at.ID.Ino++
	if _, err := readLine(at); !errors.Is(err, client.ErrGone) {
		t.Errorf("%v", err)
	}
	at.Path = "/dev/null"
	if _, err := readLine(at); !errors.Is(err, client.ErrGone) {
		t.Errorf("%v", err)
	}
	if n, err := (disk{}).path("/dev/null"); err != nil {
		t.Error(err)
	} else if _, err := readLine(tty{ID: n.ID, Path: "/dev/null"}); !errors.Is(err, unix.ENOTTY) {
		t.Errorf("%v", err)
	}
	if _, err := readLine(tty{Path: t.TempDir() + "/none"}); !errors.Is(err, unix.ENOENT) {
		t.Errorf("%v", err)
	}
}

func TestSettingsOf(t *testing.T) {
	raw := func(least, tenths uint8) *unix.Termios {
		m := &unix.Termios{}
		m.Cc[unix.VMIN], m.Cc[unix.VTIME] = least, tenths
		return m
	}
	cooked := raw(0, 5)
	cooked.Lflag = unix.ICANON | unix.ECHO | unix.ISIG
	for _, c := range []struct {
		m    *unix.Termios
		want settings
	}{
		{cooked, settings{Echo: true, Canonical: true, Signals: true}},
		{raw(1, 0), settings{}}, {raw(0, 0), settings{}}, {raw(1, 5), settings{}}, {raw(0, 5), settings{Timed: true}},
	} {
		if got := settingsOf(c.m); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.m, got, c.want)
		}
	}
}
