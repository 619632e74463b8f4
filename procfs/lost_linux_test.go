package procfs

import (
	"testing"
)

// TestEpollMoved: an epoll entry whose number names something else is found by
// the file that it watches, also where that has no inode of its own.
func TestEpollMoved(t *testing.T) {
	for _, fd := range []string{"0", "tty", "nested"} {
		t.Run(fd, func(t *testing.T) {
			s := newScreen(t)
			p := s.start(t, program("epoll-moved", fd))
			r := proven(t, p, s.term)
			if f := r.Findings[r.Best]; len(r.Also) != 0 || f.Call != "epoll_wait" && f.Call != "epoll_pwait" {
				t.Errorf("%+v, also %v", f, r.Also)
			}
		})
	}
}

// TestEpollLost: where no descriptor of that file is left, it may have been the
// terminal.
func TestEpollLost(t *testing.T) {
	for _, fd := range []string{"tty", "nested"} {
		t.Run(fd, func(t *testing.T) {
			s := newScreen(t)
			p := s.start(t, program("epoll-lost", fd))
			r := reported(t, p, s.term, CannotTell)
			if f := r.Findings[r.Best]; f.Reason != ReasonUnsupported || f.Detail == "" {
				t.Errorf("%+v", f)
			}
		})
	}
}

// TestEpollSwapped: another epoll, of the terminal, under the number of what
// is watched is not watched.
func TestEpollSwapped(t *testing.T) {
	s := newScreen(t)
	p := s.start(t, program("epoll-swapped"))
	waits(t, p, "epoll_wait", "epoll_pwait")
	if r := p.Look(s.term.ID); r.Best >= 0 {
		t.Errorf("%+v", r.Findings)
	}
}
