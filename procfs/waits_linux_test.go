package procfs

import (
	"os/exec"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func sleepCommand() *exec.Cmd { return exec.Command("sleep", "3600") }

// TestPartialLine: in canonical mode a line that is not ended is not there.
func TestPartialLine(t *testing.T) {
	s := newScreen(t)
	p := s.start(t, program("read", "-1", "0"))
	first := proven(t, p, s.term).Findings[0]
	s.typeIn(t, "abc")
	if r := proven(t, p, s.term); r.Findings[0].Runs != first.Runs {
		t.Errorf("it ran: %d, then %d", first.Runs, r.Findings[0].Runs)
	}
	s.typeIn(t, "\n")
	await(t, "another read", func() bool {
		r := p.Look(s.term.ID)
		defer r.Close()
		return r.Best >= 0 && r.Findings[r.Best].Runs != first.Runs
	})
}

// TestRunsMove: a wait that looks like the one before has another run count.
func TestRunsMove(t *testing.T) {
	s := newScreen(t)
	p := s.start(t, program("poll", "-1", "0"))
	seen := map[uint64]bool{}
	for range 20 {
		r := proven(t, p, s.term)
		runs := r.Findings[r.Best].Runs
		if seen[runs] {
			t.Fatalf("run count %d twice", runs)
		}
		seen[runs] = true
		s.typeIn(t, "line\n")
		await(t, "a run", func() bool {
			r := p.Look(s.term.ID)
			defer r.Close()
			return r.Best >= 0 && r.Findings[r.Best].Runs != runs
		})
	}
}

// TestEdgeTriggered: such a wait goes on for more, whatever is left unread.
func TestEdgeTriggered(t *testing.T) {
	s := newScreen(t)
	p := s.start(t, program("epoll-et", "-1", "0"))
	before := proven(t, p, s.term).Findings[0].Runs
	s.typeIn(t, "line\n")
	await(t, "a run", func() bool {
		r := p.Look(s.term.ID)
		defer r.Close()
		return r.Best >= 0 && r.Findings[r.Best].Runs != before
	})
}

// TestOneShot: an entry that has fired waits for nothing.
func TestOneShot(t *testing.T) {
	s := newScreen(t)
	p := s.start(t, program("epoll-once", "-1", "0"))
	proven(t, p, s.term)
	s.typeIn(t, "line\n")
	await(t, "the entry to fire", func() bool {
		r := p.Look(s.term.ID)
		defer r.Close()
		return r.Best < 0 && len(r.Findings) == 1 && r.Findings[0].Call != ""
	})
}

// TestEpollKeepsWatching: an epoll entry lives on while any descriptor of its
// file is open, in whatever process; its number may name a pipe by then, and
// the pipe may be watched under it, too.
func TestEpollKeepsWatching(t *testing.T) {
	for _, c := range []struct {
		fds  []string
		want []string
	}{{[]string{"0"}, nil}, {[]string{"0", "3"}, []string{KindPipe}}} {
		s := newScreen(t)
		cmd := program("epoll-dup", append([]string{"-1"}, c.fds...)...)
		foreign(t, cmd)
		r := proven(t, s.start(t, cmd), s.term)
		if f := r.Findings[r.Best]; f.FD < 0 || f.FD > 2 {
			t.Errorf("%v: its descriptor %d is none of the terminal", c.fds, f.FD)
		}
		if !slices.Equal(r.Also, c.want) {
			t.Errorf("%v: also %v, want %v", c.fds, r.Also, c.want)
		}
	}
}

// TestEpollWithoutDescriptor: the process waits for the terminal, and nothing
// is left to ask whether something was typed.
func TestEpollWithoutDescriptor(t *testing.T) {
	s := newScreen(t)
	slave, err := s.Slave()
	if err != nil {
		t.Fatal(err)
	}
	defer slave.Close() // keeps the file, and so the entry
	cmd := program("epoll-closed", "-1", "0")
	cmd.Stdin = slave
	p := s.start(t, cmd)
	r := reported(t, p, s.term, CannotTell)
	if f := r.Findings[r.Best]; f.Reason != ReasonUnsupported || f.Detail == "" {
		t.Errorf("%+v", f)
	}
}

// TestStopped: a stopped reader still shows its call; it does not wait.
func TestStopped(t *testing.T) {
	s := newScreen(t)
	p := s.start(t, program("read", "-1", "0"))
	proven(t, p, s.term)
	if err := unix.Kill(p.PID, unix.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	await(t, "a stop", func() bool { st, err := p.Stat(); return err == nil && p.Stopped(st) })
	if r := p.Look(s.term.ID); r.Best >= 0 {
		t.Errorf("%+v", r.Findings)
	}
	if err := unix.Kill(p.PID, unix.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if st, err := p.Stat(); err != nil || p.Stopped(st) {
		t.Errorf("still stopped: %+v, %v", st, err)
	}
	proven(t, p, s.term)
}

// TestRestarted: after a stop and a continue, poll goes on in restart_syscall.
func TestRestarted(t *testing.T) {
	for millis, limit := range map[string]time.Duration{"-1": 0, "60000": time.Minute} {
		s := newScreen(t)
		p := s.start(t, program("poll", millis, "0"))
		proven(t, p, s.term)
		for _, sig := range []unix.Signal{unix.SIGSTOP, unix.SIGCONT} {
			if err := unix.Kill(p.PID, sig); err != nil {
				t.Fatal(err)
			}
			await(t, sig.String(), func() bool {
				st, err := p.Stat()
				return err == nil && p.Stopped(st) == (sig == unix.SIGSTOP)
			})
		}
		f := proven(t, p, s.term).Findings[0]
		if f.Call != "poll" && f.Call != "ppoll" || f.FD != 0 || f.Timed != (limit > 0) || f.Limit != limit {
			t.Errorf("%s: %+v", millis, f)
		}
	}
}
