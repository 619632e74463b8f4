package helper

import (
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
	"github.com/rt-helper/rt-helper/procfs"
)

// atWork is a job at work on a terminal of its own: a shell that has a sleep in
// the foreground, and does as it is told by signals.
type atWork struct {
	t     *testing.T
	pty   *pty.Pty
	shell *exec.Cmd
	term  *procfs.Terminal
	cache *Cache
}

// newAtWork is asked about by the master, or else by the slave.
func newAtWork(t *testing.T, byMaster bool) *atWork {
	t.Helper()
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	w := &atWork{t: t, pty: p, cache: newTestCache(t)}
	w.shell = exec.Command("bash", "-c", `trap "sleep 1000 & disown" USR1; while :; do sleep 1000; done`)
	if err := p.Start(w.shell); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = unix.Kill(-w.shell.Process.Pid, unix.SIGKILL)
		_ = w.shell.Wait()
	})
	fd := descriptorOf(t, p.Master())
	if !byMaster {
		if fd, err = unix.Open(p.Path(), unix.O_PATH|unix.O_CLOEXEC, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = unix.Close(fd) })
	}
	if w.term, err = procfs.FromDescriptor(fd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.term.Close)
	go drain(p.Master())
	await(t, "the sleep", func() bool { return w.child() != 0 })
	return w
}

// child is a sleep that the shell has started, 0 if there is none.
func (w *atWork) child() int {
	all, _ := procfs.Scan()
	for _, s := range all {
		if s.PPID == w.shell.Process.Pid && s.Comm == "sleep" {
			return s.PID
		}
	}
	return 0
}

func (w *atWork) question() *Question {
	return &Question{Caller: Caller{UID: uint32(os.Getuid())}, Policy: PolicyOwn, Cache: w.cache}
}

func (w *atWork) quiet() bool { return quiet(w.cache, w.term, w.question().asker(w.term)) }

func quiet(c *Cache, t *procfs.Terminal, who uint64) bool {
	r := c.Acquire(t, false)
	defer c.Release(r)
	return r.Quiet(t, who)
}

// settles asks until the job at work is one that is proven to be so without
// being looked at.
func (w *atWork) settles() {
	w.t.Helper()
	await(w.t, "a quiet job", func() bool {
		a, _, err := w.question().about(w.term)
		return err == nil && a.State == client.Running && w.quiet()
	})
}

// TestQuiet: whatever happens to a job or its terminal is noticed.
func TestQuiet(t *testing.T) {
	signal := func(s unix.Signal, pid func(w *atWork) int) func(*atWork) error {
		return func(w *atWork) error { return unix.Kill(pid(w), s) }
	}
	shell := func(w *atWork) int { return w.shell.Process.Pid }
	for _, c := range []struct {
		name   string
		happen func(w *atWork) error
	}{
		{"the job's process stops", signal(unix.SIGSTOP, (*atWork).child)},
		{"the job's process ends", signal(unix.SIGKILL, (*atWork).child)},
		{"the session's leader runs", signal(unix.SIGSTOP, shell)},
		{"the shell starts a process", signal(unix.SIGUSR1, shell)},
		{"somebody opens the terminal", func(w *atWork) error {
			f, err := os.OpenFile(w.pty.Path(), os.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
			if err == nil {
				err = f.Close()
			}
			return err
		}},
		{"another user owns it", func(w *atWork) error { return w.pty.Chown(nobody, -1) }},
		{"its mode changes and it is written to", func(w *atWork) error {
			f, err := os.OpenFile(w.pty.Path(), os.O_WRONLY|unix.O_NOCTTY, 0)
			if err == nil {
				_, _ = f.WriteString("x")
				err = f.Close()
			}
			return err
		}},
		{"it is closed", func(w *atWork) error { return w.pty.Close() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, byMaster := range []bool{true, false} {
				if byMaster && c.name == "it is closed" {
					continue // a closed descriptor is nobody's to ask about
				}
				if os.Getuid() != 0 && c.name == "another user owns it" {
					t.Skip("root required: a terminal changes its owner")
				}
				w := newAtWork(t, byMaster)
				w.settles()
				if err := c.happen(w); err != nil {
					t.Fatal(err)
				}
				await(t, "the change is noticed", func() bool { return !w.quiet() })
			}
		})
	}
}

// TestQuietIsTheAskers: what was found for one caller is nothing that another
// is told, nor under another policy.
func TestQuietIsTheAskers(t *testing.T) {
	w := newAtWork(t, false)
	w.settles()
	for _, q := range []*Question{
		{Caller: Caller{UID: uint32(os.Getuid()) + 1}, Policy: PolicyOwn},
		{Caller: w.question().Caller, Policy: PolicySession},
	} {
		if quiet(w.cache, w.term, q.asker(w.term)) {
			t.Errorf("what was found for %v is told to %v under policy %s", w.question().Caller, q.Caller, q.Policy)
		}
	}
}

// TestQuietNotWaiting: a job that waits is always looked at.
func TestQuietNotWaiting(t *testing.T) {
	r := newCat(t)
	term, err := procfs.FromDescriptor(r.master)
	if err != nil {
		t.Fatal(err)
	}
	defer term.Close()
	q := &Question{Caller: Caller{UID: uint32(os.Getuid())}, Policy: PolicyOwn, Cache: newTestCache(t)}
	await(t, "cat waits", func() bool {
		a, _, err := q.about(term)
		return err == nil && a.State == client.Waiting
	})
	if quiet(q.Cache, term, q.asker(term)) {
		t.Error("a job that waits is at work")
	}
}
