package procfs

import (
	"errors"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/pty"
)

// TestGone: a terminal whose master is closed is gone for good, also when the
// next one has its number.
func TestGone(t *testing.T) {
	s := newScreen(t)
	slave := s.bySlave(t)
	kept := opened(t, s.Path(), unix.O_PATH)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	isGone := func(when string) {
		t.Helper()
		if _, err := FromDescriptor(kept); !errors.Is(err, ErrGone) {
			t.Errorf("%s: from its descriptor: %v", when, err)
		}
		for _, term := range []*Terminal{s.term, slave} {
			if uid, err := term.Check(); !errors.Is(err, ErrGone) {
				t.Errorf("%s: owner %d, %v", when, uid, err)
			}
		}
	}
	isGone("closed")
	next := sameNumber(t, s.Path())
	isGone("number in use again")
	if now := next.bySlave(t); now.ID.Rdev != slave.ID.Rdev {
		t.Errorf("%s is %v, it was %v", s.Path(), now.ID.Rdev, slave.ID.Rdev)
	}
}

// sameNumber opens terminals until one has the path of one that is gone.
func sameNumber(t *testing.T, path string) *screen {
	t.Helper()
	for range 100 {
		if s := newScreen(t); s.Path() == path {
			return s
		}
	}
	t.Skipf("somebody else took %s", path)
	return nil
}

// TestGoneWhileOpen: a process keeps the dead slave open.
func TestGoneWhileOpen(t *testing.T) {
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	slave, err := p.Slave()
	if err != nil {
		t.Fatal(err)
	}
	defer slave.Close()
	named := opened(t, p.Path(), unix.O_PATH)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := FromDescriptor(named); !errors.Is(err, ErrGone) {
		t.Errorf("O_PATH: %v", err)
	}
	refuse(t, "the dead slave itself", number(t, slave))
	if _, err := FromDescriptor(opened(t, "/proc/self/fd/"+itoa(number(t, slave)), unix.O_PATH)); !errors.Is(err, ErrGone) {
		t.Errorf("O_PATH of the dead slave: %v", err)
	}
}
