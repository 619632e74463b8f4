package procfs

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

const looks = 200

// TestNoEffects: neither the reader nor the other side of the terminal notices
// that it is looked at.
func TestNoEffects(t *testing.T) {
	for _, call := range []string{"read", "poll", "epoll"} {
		t.Run(call, func(t *testing.T) {
			s := newScreen(t)
			p := s.start(t, program(call, "-1", "tty"))
			r := proven(t, p, s.term)
			runs := r.Findings[r.Best].Runs
			for range looks {
				r := p.Look(s.term.ID)
				if r.Best < 0 || r.Findings[r.Best].Verdict != Proven || r.Findings[r.Best].Runs != runs {
					t.Fatalf("it moved: %+v", r.Findings)
				}
				r.Close()
			}
			poll := []unix.PollFd{{Fd: int32(number(t, s.Master())), Events: unix.POLLIN}}
			if n, err := unix.Poll(poll, 0); n != 0 || err != nil {
				t.Errorf("the master has events %#x, %v", poll[0].Revents, err)
			}
		})
	}
}

// TestNothingKept: a look leaves no descriptor behind, and so does a Terminal.
func TestNothingKept(t *testing.T) {
	s := newScreen(t)
	cmd := program("poll", "-1", "tty", "0", "master", "pair", "pipe", "epoll")
	p := s.start(t, cmd)
	proven(t, p, s.term).Close()
	before := ownDescriptors(t)
	for range 20 {
		r := p.Look(s.term.ID)
		if r.Best < 0 {
			t.Fatalf("%+v", r)
		}
		f := &r.Findings[r.Best]
		inner, err := p.Inner(f, f.Masters[0])
		if err != nil {
			t.Fatal(err)
		}
		inner.Close()
		r.Close()
		q, err := Hold(p.PID)
		if err != nil {
			t.Fatal(err)
		}
		q.MastersHeld()
		q.Close()
		term, err := FromDescriptor(number(t, s.Master()))
		if err != nil {
			t.Fatal(err)
		}
		outsideOf(t, term, Job{}, everyone)
		term.Close()
	}
	if after := ownDescriptors(t); after != before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
}

func everyone(Stat) bool { return true }

func ownDescriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}
