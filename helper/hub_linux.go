package helper

import (
	"runtime"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

// Hub looks at all watched terminals from one thread: a look serves everybody
// who asked before it began. Between looks it sleeps in ppoll, whose timer is
// finer than the Go runtime's, and is woken by reads and writes of the
// terminals.
type Hub struct {
	cache *Cache
	guard func(instead, look func())
	wake  int // eventfd

	mu     sync.Mutex
	groups map[groupKey]*group
	buried []*group // another terminal has their identity; the thread closes them
	closed bool
	done   chan struct{} // closed when the thread has ended
}

// NewHub starts the thread. guard runs each look; if a look does not come back
// it calls instead. nil: looks are just run.
func NewHub(c *Cache, guard func(instead, look func())) (*Hub, error) {
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return nil, err
	}
	if guard == nil {
		guard = func(_, look func()) { look() }
	}
	h := &Hub{cache: c, guard: guard, wake: fd, groups: map[groupKey]*group{}, done: make(chan struct{})}
	go h.run()
	return h, nil
}

// Close ends the thread; watches in progress get no more events.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	h.kick()
}

// wait returns when the thread has ended.
func (h *Hub) wait() { <-h.done }

// kick wakes the thread. The caller holds the lock.
func (h *Hub) kick() {
	if h.wake >= 0 {
		_, _ = unix.Write(h.wake, []byte{1, 0, 0, 0, 0, 0, 0, 0})
	}
}

// end gives the thread's descriptor back.
func (h *Hub) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for key, g := range h.groups {
		g.close()
		delete(h.groups, key)
	}
	h.closeBuried()
	_ = unix.Close(h.wake)
	h.wake = -1
	close(h.done)
}

// bury ends the watches of a terminal that was closed. The caller holds the
// lock.
func (h *Hub) bury(g *group) {
	for s := range g.subs {
		s.finish(client.ErrGone)
		g.remove(s)
	}
	h.buried = append(h.buried, g)
}

// closeBuried is for the thread, which may not be in a look at one of them. The
// caller holds the lock.
func (h *Hub) closeBuried() {
	for _, g := range h.buried {
		g.close()
	}
	h.buried = nil
}

// run looks at what is due until the hub is closed.
func (h *Hub) run() {
	runtime.LockOSThread()
	defer h.end()
	for {
		due, next, closed := h.due(time.Now())
		if closed {
			return
		}
		for _, g := range due {
			h.look(g)
		}
		if len(due) == 0 {
			h.sleep(next)
		}
	}
}

// due lists the groups whose time has come, and the time until the next.
func (h *Hub) due(now time.Time) ([]*group, time.Duration, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closeBuried()
	var due []*group
	next := time.Duration(-1)
	for key, g := range h.groups {
		if len(g.subs) == 0 {
			g.close()
			delete(h.groups, key)
			continue
		}
		wait := g.next.Sub(now)
		if wait <= 0 {
			due = append(due, g)
		} else if next < 0 || wait < next {
			next = wait
		}
	}
	return due, next, h.closed
}

// sleep waits for the next look's time, a new watch, or activity.
func (h *Hub) sleep(d time.Duration) {
	p := []unix.PollFd{{Fd: int32(h.wake), Events: unix.POLLIN}, {Fd: int32(h.cache.Activity()), Events: unix.POLLIN}}
	var limit *unix.Timespec
	if d >= 0 {
		ts := unix.NsecToTimespec(int64(d))
		limit = &ts
	}
	_, _ = unix.Ppoll(p, limit, nil)
	if p[0].Revents != 0 {
		var b [8]byte
		_, _ = unix.Read(h.wake, b[:])
	}
	if p[1].Revents != 0 {
		h.activity(time.Now())
	}
}

// activity makes the terminals that were used due soon.
func (h *Hub) activity(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cache.Take(func(id terminalID, any bool) {
		for key, g := range h.groups {
			if any || key.id == id || g.inner[id] {
				g.hurry(now)
			}
		}
	})
}

// look asks about a group's terminal and tells its watches.
func (h *Hub) look(g *group) {
	var a client.Answer
	var err error
	h.guard(func() { g.stalled(h) }, func() { a, err = g.ask(h.cache) })
	now := time.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	changed := false
	for s := range g.subs {
		if s.see(a, err, now) {
			changed = true
		}
		if s.over {
			g.remove(s)
		}
	}
	g.pace(changed, now)
}
