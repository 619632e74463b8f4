package helper

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// stepped is a hub without its goroutine: the test looks and sleeps in its place.
func stepped(t *testing.T) *Hub {
	t.Helper()
	h, err := newHub(newTestCache(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.end)
	return h
}

func newTestCache(t *testing.T) *Cache {
	t.Helper()
	c, err := NewCache()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// asMe watches as the test's user.
func asMe(o client.WatchOptions) Watch {
	return Watch{Caller: Caller{UID: uint32(os.Getuid())}, Policy: PolicyOwn, Options: o}
}

func (h *Hub) join(t *testing.T, w Watch, fd int) *subscription {
	t.Helper()
	s, err := h.subscribe(w, fd)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// catOn is a cat on a terminal, and the descriptors to ask about it with.
type catOn struct {
	*pty.Pty
	cmd           *exec.Cmd
	master, slave int
}

func newCat(t *testing.T) *catOn {
	t.Helper()
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	r := &catOn{Pty: p, cmd: exec.Command("cat"), master: descriptorOf(t, p.Master())}
	t.Cleanup(func() { _ = p.Close() })
	if r.slave, err = unix.Open(p.Path(), unix.O_PATH|unix.O_CLOEXEC, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Close(r.slave) })
	r.starts(t, r.cmd)
	return r
}

func (r *catOn) starts(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := r.Start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // a second Wait fails: harmless
	})
	go drain(r.Master())
}

func drain(f *os.File) {
	for buf := make([]byte, 4096); ; {
		if _, err := f.Read(buf); err != nil {
			return
		}
	}
}

// descriptorOf is a file's descriptor; unlike Fd it leaves the file as it is.
func descriptorOf(t *testing.T, f *os.File) (n int) {
	t.Helper()
	raw, err := f.SyscallConn()
	if err == nil {
		err = raw.Control(func(fd uintptr) { n = int(fd) })
	}
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (r *catOn) typeLine(t *testing.T) {
	t.Helper()
	if _, err := r.Master().WriteString("a line\n"); err != nil {
		t.Fatal(err)
	}
}

// next is an event of a watch that was queued already.
func (s *subscription) next() (e client.Event, ok bool) {
	select {
	case e, ok = <-s.events:
		return e, ok
	default:
		return e, false
	}
}

// lookUntil looks until the watch has an event that f accepts.
func (h *Hub) lookUntil(t *testing.T, s *subscription, f func(client.Event) bool) client.Event {
	t.Helper()
	var e client.Event
	await(t, "an event", func() bool {
		for _, g := range h.groups {
			h.look(g)
		}
		for {
			var ok bool
			if e, ok = s.next(); !ok || f(e) {
				return ok
			}
		}
	})
	return e
}

func waits(e client.Event) bool { return e.State == client.Waiting }

func (h *Hub) onlyGroup(t *testing.T) *group {
	t.Helper()
	if len(h.groups) != 1 {
		t.Fatalf("%d groups", len(h.groups))
	}
	for _, g := range h.groups {
		return g
	}
	return nil
}

// calm forgets what happened so far and puts the next look off for an hour.
func (h *Hub) calm(g *group) {
	h.activity(time.Now())
	h.sleep(0)
	g.next = time.Now().Add(time.Hour)
}

// sleepUntilDue sleeps as the goroutine does, without a limit: only activity ends
// it.
func (h *Hub) sleepUntilDue(t *testing.T, g *group) {
	t.Helper()
	within(t, "the hub sleeps on", func() {
		for time.Until(g.next) > time.Minute {
			h.sleep(-1)
		}
	})
}

// within fails the test if f does not return.
func within(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(patience):
		t.Fatal(what)
	}
}
