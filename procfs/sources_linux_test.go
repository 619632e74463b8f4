package procfs

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestOwnWakeups: what only the process itself can make ready is not a source.
func TestOwnWakeups(t *testing.T) {
	for _, call := range []string{"select", "poll", "epoll"} {
		t.Run(call, func(t *testing.T) {
			s := newScreen(t)
			p := s.start(t, program(call, "-1", "0", "eventfd", "timerfd", "pipe", "pair"))
			r := proven(t, p, s.term)
			if len(r.Also) != 0 {
				t.Errorf("also %v: %+v", r.Also, r.Findings[r.Best].Sources)
			}
		})
	}
}

// foreign gives a command a pipe and a socket whose other ends the test holds,
// as its descriptors 3 and 4; it returns the pipe's end.
func foreign(t *testing.T, cmd *exec.Cmd) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	theirs, mine := os.NewFile(uintptr(fds[0]), "theirs"), os.NewFile(uintptr(fds[1]), "mine")
	for _, f := range []*os.File{r, w, theirs, mine} {
		t.Cleanup(func() { _ = f.Close() })
	}
	cmd.ExtraFiles = []*os.File{r, theirs}
	return w
}

func TestSources(t *testing.T) {
	cases := []struct {
		fds  []string
		want []string
	}{
		{[]string{"0", "3"}, []string{KindPipe}},
		{[]string{"0", "4"}, []string{KindSocket}},
		{[]string{"0", "4", "3"}, []string{KindPipe, KindSocket}},
		{[]string{"0", "inotify"}, []string{KindInotify}},
		{[]string{"0", "pidfd"}, []string{KindChild}},
		{[]string{"tty", "0", "4"}, []string{KindSocket}}, // both are the terminal
		{[]string{"0", "tty"}, nil},
		{[]string{"0", "pidfd", "inotify", "3", "4", "pair"}, []string{KindChild, KindInotify, KindPipe, KindSocket}},
	}
	for _, call := range []string{"poll", "epoll", "select", "epoll-nested"} {
		for _, c := range cases {
			t.Run(call+" "+strings.Join(c.fds, ","), func(t *testing.T) {
				s := newScreen(t)
				cmd := program(call, append([]string{"-1"}, c.fds...)...)
				foreign(t, cmd)
				r := proven(t, s.start(t, cmd), s.term)
				if !slices.Equal(r.Also, c.want) {
					t.Errorf("also %v, want %v", r.Also, c.want)
				}
				if m := r.Findings[r.Best].Masters; len(m) != 0 {
					t.Errorf("masters %v", m)
				}
			})
		}
	}
}

// TestSourcesOfThreads: other threads' waits count, too.
func TestSourcesOfThreads(t *testing.T) {
	cases := []struct {
		fds   []string
		calls []string
		want  []string
	}{
		{[]string{"3"}, []string{"poll", "ppoll"}, []string{KindPipe}},
		{[]string{"4", "inotify"}, []string{"poll", "ppoll"}, []string{KindInotify, KindSocket}},
		{[]string{"eventfd", "pair"}, []string{"poll", "ppoll"}, nil},
		{[]string{"child"}, []string{"wait4"}, []string{KindChild}},
	}
	for _, c := range cases {
		s := newScreen(t)
		cmd := program("threads", c.fds...)
		foreign(t, cmd)
		p := s.start(t, cmd)
		waits(t, p, c.calls...)
		if r := proven(t, p, s.term); !slices.Equal(r.Also, c.want) {
			t.Errorf("%v: also %v, want %v", c.fds, r.Also, c.want)
		}
	}
}

// TestMasters: a master in the same wait is told apart from other sources.
func TestMasters(t *testing.T) {
	s := newScreen(t)
	p := s.start(t, program("poll", "-1", "0", "master", "master"))
	r := proven(t, p, s.term)
	f := r.Findings[r.Best]
	if len(f.Masters) != 2 || f.Masters[0] == f.Masters[1] || len(r.Also) != 0 {
		t.Errorf("masters %v, also %v", f.Masters, r.Also)
	}
	inner, err := p.Inner(&f, f.Masters[0])
	if err != nil {
		t.Fatal(err)
	}
	defer inner.Close()
	if !inner.HasMaster() || inner.ID == s.term.ID || !inner.ID.Rdev.isSlave() {
		t.Errorf("the terminal behind it: %+v", inner.Terminal)
	}
	if _, err := p.Inner(&f, 0); err == nil {
		t.Error("descriptor 0 taken for a master")
	}
}

// TestThreads: the main thread has ended, and another one reads.
func TestThreads(t *testing.T) {
	s := newScreen(t)
	p := s.start(t, program("leader-exits"))
	await(t, "the end of the main thread", func() bool { st, err := p.Stat(); return err == nil && st.State == 'Z' })
	st, err := p.Stat()
	if err != nil || p.Exited(st) || p.Stopped(st) {
		t.Errorf("exited %v, stopped %v, %v", p.Exited(st), p.Stopped(st), err)
	}
	r := proven(t, p, s.term)
	if f := r.Findings[r.Best]; f.TID == p.PID {
		t.Errorf("found in the main thread: %+v", f)
	}
	if err := unix.Kill(p.PID, unix.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	await(t, "a stop", func() bool { return p.Stopped(st) })
}
