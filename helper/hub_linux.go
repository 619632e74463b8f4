package helper

import (
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

// Hub looks at all watched terminals from one goroutine: a look serves everybody
// who asked before it began. Between looks it sleeps, and is woken by reads and
// writes of the terminals. Terminals that take long to look at are looked at
// beside it.
type Hub struct {
	cache *Cache
	guard func(instead, look func())
	alarm *alarm // nil when the hub has ended

	mu       sync.Mutex
	groups   map[groupKey]*group
	openings map[chan struct{}]struct{} // who is told of opened terminals
	buried   []*group                   // another terminal has their identity; the goroutine closes them
	closed   bool
	untold   bool // there is activity that a look has read
	load     load
	stirs    stirs    // wakings by the terminals' activity
	slow     []*group // to be looked at beside the goroutine
	slowly   bool     // somebody does so
	asides   sync.WaitGroup
	done     chan struct{} // closed when the goroutine has ended
}

// NewHub starts the goroutine. guard runs each look; if a look does not come back
// it calls instead. nil: looks are just run.
func NewHub(c *Cache, guard func(instead, look func())) (*Hub, error) {
	h, err := newHub(c, guard)
	if err == nil {
		go h.run()
	}
	return h, err
}

func newHub(c *Cache, guard func(instead, look func())) (*Hub, error) {
	a, err := newAlarm(c.Activity())
	if err != nil {
		return nil, err
	}
	if guard == nil {
		guard = func(_, look func()) { look() }
	}
	h := &Hub{cache: c, guard: guard, alarm: a, groups: map[groupKey]*group{}, openings: map[chan struct{}]struct{}{}, done: make(chan struct{})}
	c.OnActivity(h.missed)
	return h, nil
}

// Close ends the goroutine; watches in progress get no more events.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	h.kick()
}

// wait returns when the goroutine has ended.
func (h *Hub) wait() { <-h.done }

// missed wakes the goroutine for activity that its own sleep does not show, as a
// look has read it.
func (h *Hub) missed() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.untold = true
	h.kick()
}

// kick wakes the goroutine. The caller holds the lock.
func (h *Hub) kick() {
	if h.alarm != nil {
		h.alarm.ring()
	}
}

// end gives the hub's descriptors back.
func (h *Hub) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for key, g := range h.groups {
		g.close()
		delete(h.groups, key)
	}
	h.closeBuried()
	h.alarm.close()
	h.alarm = nil
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

// closeBuried is for the goroutine, which may not be in a look at one of them. The
// caller holds the lock.
func (h *Hub) closeBuried() {
	h.buried = slices.DeleteFunc(h.buried, func(g *group) bool {
		if !g.looking {
			g.close()
		}
		return !g.looking
	})
}

// run looks at what is due until the hub is closed.
func (h *Hub) run() {
	defer h.end()
	defer h.asides.Wait()
	for {
		due, next, closed := h.due(time.Now())
		if closed {
			return
		}
		begun := time.Now()
		for _, g := range due {
			if g.took > costly {
				h.aside(g)
			} else if h.look(g); time.Since(begun) > politeness { // who asks meanwhile is not to wait for the rest
				runtime.Gosched()
				h.sleep(0) // and what happened meanwhile is not, either
				begun = time.Now()
			}
		}
		if len(due) == 0 {
			h.sleep(next)
		}
	}
}

// politeness is how long looks follow each other without a break.
const politeness = time.Millisecond

// due lists the groups whose time has come, and the time until the next.
func (h *Hub) due(now time.Time) ([]*group, time.Duration, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closeBuried()
	var due []*group
	next := time.Duration(-1)
	for key, g := range h.groups {
		if g.looking {
			continue
		}
		if len(g.subs) == 0 {
			g.close()
			delete(h.groups, key)
			continue
		}
		wait := g.next.Sub(now)
		if wait <= 0 {
			g.begin(now)
			due = append(due, g)
		} else if next < 0 || wait < next {
			next = wait
		}
	}
	return due, next, h.closed
}

// sleep waits for the next look's time, a new watch, or activity.
func (h *Hub) sleep(d time.Duration) {
	if other := h.alarm.sleep(d); !other && !h.takeUntold() {
		return
	}
	if !h.stirs.take(time.Now()) {
		pause := unix.NsecToTimespec(int64(quickest))
		_, _ = unix.Ppoll(nil, &pause, nil)
	}
	h.activity(time.Now())
}

func (h *Hub) takeUntold() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	untold := h.untold
	h.untold = false
	return untold
}

// activity makes the terminals that were used due soon.
func (h *Hub) activity(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	every := rumourEvery(len(h.groups))
	h.cache.Take(func(id terminalID, any bool) {
		for key, g := range h.groups {
			switch {
			case any:
				g.rumour(now, every)
			case key.id == id || g.inner[id]:
				g.hurry(now)
			}
		}
	})
	if h.cache.TakeOpened() {
		for c := range h.openings {
			select {
			case c <- struct{}{}:
			default: // the last is not yet taken
			}
		}
	}
}

// Opened returns a channel on which it is told that terminals were opened or
// changed owner, until end is called; false: the kernel does not tell.
func (h *Hub) Opened() (opened <-chan struct{}, end func(), ok bool) {
	if !h.cache.WatchOpened() {
		return nil, func() {}, false
	}
	c := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.openings[c] = struct{}{}
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.openings, c)
	}, true
}

// look asks about a group's terminal and tells its watches.
func (h *Hub) look(g *group) {
	begun := time.Now()
	seen := sight{answer: g.last, inner: g.inner}
	if !g.rests(h.cache) {
		h.guard(func() { g.stalled(h) }, func() { seen = g.ask(h.cache) })
	}
	now := time.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	g.looking, g.inner = false, seen.inner
	changed, peeks := false, g.peeks(seen, now)
	if !peeks {
		changed = g.tell(seen, begun, now)
	}
	took := now.Sub(begun)
	g.took, g.lastTook = min(took, g.lastTook), took // once is no sign: somebody else may have had the processor
	h.load.took(took, now)
	if !peeks {
		g.pace(changed, h.load.stretch(), now)
	}
}
