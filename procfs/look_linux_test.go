package procfs

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// proofs are the calls in which a program can wait for its terminal.
var proofs = []struct {
	program, millis string
	fds             []string
	calls           string // names, one of which the call has on this machine
	fd              int    // -1: any that is not inherited
	limit           time.Duration
}{
	{"read", "-1", []string{"0"}, "read", 0, none},
	{"read", "-1", []string{"2"}, "read", 2, none},
	{"read", "-1", []string{"tty"}, "read", -1, none},
	{"readv", "-1", []string{"0"}, "readv", 0, none},
	{"preadv2", "-1", []string{"0"}, "preadv2", 0, none},
	{"splice", "-1", []string{"0"}, "splice", 0, none},
	{"sendfile", "-1", []string{"0"}, "sendfile", 0, none},
	{"select", "-1", []string{"0"}, "select pselect6", 0, none},
	{"select", "60000", []string{"0"}, "select pselect6", 0, time.Minute},
	{"select", "-1", []string{"tty"}, "select pselect6", -1, none},
	{"select-billion", "-1", []string{"0"}, "select pselect6", 0, none},
	{"pselect6", "-1", []string{"0"}, "pselect6", 0, none},
	{"pselect6", "60000", []string{"0"}, "pselect6", 0, time.Minute},
	{"poll", "-1", []string{"0"}, "poll ppoll", 0, none},
	{"poll", "60000", []string{"0"}, "poll ppoll", 0, time.Minute},
	{"poll", "-1", []string{"tty"}, "poll ppoll", -1, none},
	{"ppoll", "-1", []string{"0"}, "ppoll", 0, none},
	{"ppoll", "60000", []string{"0"}, "ppoll", 0, time.Minute},
	{"epoll", "-1", []string{"0"}, "epoll_wait epoll_pwait", 0, none},
	{"epoll", "60000", []string{"0"}, "epoll_wait epoll_pwait", 0, time.Minute},
	{"epoll", "-1", []string{"tty"}, "epoll_wait epoll_pwait", -1, none},
	{"epoll-pwait", "-1", []string{"0"}, "epoll_pwait", 0, none},
	{"epoll-pwait", "60000", []string{"0"}, "epoll_pwait", 0, time.Minute},
	{"epoll-rdnorm", "-1", []string{"0"}, "epoll_wait epoll_pwait", 0, none},
	{"epoll-et", "-1", []string{"0"}, "epoll_wait epoll_pwait", 0, none},
	{"epoll-once", "-1", []string{"0"}, "epoll_wait epoll_pwait", 0, none},
	{"epoll-nested", "-1", []string{"0"}, "epoll_wait epoll_pwait", 0, none},
	{"poll-epoll", "-1", []string{"0"}, "poll ppoll", 0, none},
	{"io_submit", "-1", []string{"0"}, "io_submit", 0, none},
}

// none is no time limit.
const none = -1

func TestLookProves(t *testing.T) {
	for _, c := range proofs {
		t.Run(c.program+" "+strings.Join(c.fds, ",")+" "+c.millis, func(t *testing.T) {
			s := newScreen(t)
			p := s.start(t, program(c.program, append([]string{c.millis}, c.fds...)...))
			r := proven(t, p, s.term)
			f := r.Findings[r.Best]
			if !slices.Contains(strings.Fields(c.calls), f.Call) {
				t.Errorf("call %s, want one of %s", f.Call, c.calls)
			}
			if c.fd >= 0 && f.FD != c.fd || c.fd < 0 && f.FD < 3 {
				t.Errorf("descriptor %d, want %d", f.FD, c.fd)
			}
			if f.Timed != (c.limit != none) || f.Limit != max(c.limit, 0) {
				t.Errorf("timed %v, %v; want %v", f.Timed, f.Limit, c.limit)
			}
			if f.TID != p.PID || f.Runs == 0 || f.Reason != "" || f.Queued {
				t.Errorf("process %d: %+v", p.PID, f)
			}
			if len(r.Also) != 0 || len(f.Masters) != 0 {
				t.Errorf("also %v, masters %v", r.Also, f.Masters)
			}
		})
	}
}

// TestLookDenies has programs that have the terminal open and wait for
// something else.
func TestLookDenies(t *testing.T) {
	epoll := []string{"epoll_wait", "epoll_pwait"}
	cases := []struct {
		name    string
		program []string
		calls   []string
	}{
		{"read of a pipe", []string{"read", "-1", "pipe"}, []string{"read"}},
		{"poll of an event", []string{"poll", "-1", "eventfd"}, []string{"poll", "ppoll"}},
		{"epoll for output", []string{"epoll-out-et", "-1", "0"}, epoll},
		{"epoll of a socket", []string{"epoll", "-1", "pair"}, epoll},
		{"another terminal", []string{"read", "-1", "master"}, []string{"read"}},
		{"splice into a full pipe", []string{"splice-full", "-1", "0"}, []string{"splice"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newScreen(t)
			p := s.start(t, program(c.program[0], c.program[1:]...))
			waits(t, p, c.calls...)
			r := p.Look(s.term.ID)
			defer r.Close()
			if r.Best >= 0 {
				t.Errorf("%+v", r.Findings[r.Best])
			}
			if len(r.Findings) == 0 {
				t.Error("the call was not seen")
			}
		})
	}
}

// TestLookAtSleep: a call that waits for no descriptor is not even a finding.
func TestLookAtSleep(t *testing.T) {
	s := newScreen(t)
	other := newScreen(t)
	sleeper := s.start(t, sleepCommand())
	reader := other.start(t, program("read", "-1", "tty"))
	proven(t, reader, other.term) // the sleeper was started first
	await(t, "a sleep", func() bool { st, err := sleeper.Stat(); return err == nil && st.Comm == "sleep" && st.State == 'S' })
	if r := sleeper.Look(s.term.ID); r.Best >= 0 || len(r.Findings) > 0 {
		t.Errorf("%+v", r.Findings)
	}
	if r := reader.Look(s.term.ID); r.Best >= 0 {
		t.Errorf("a reader of another terminal: %+v", r.Findings)
	}
}
