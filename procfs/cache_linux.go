package procfs

import (
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Cache keeps, for each terminal, open files and facts that the next look can
// prove unchanged. It keeps no answers, no masters and no slaves. It is safe
// for concurrent use; a Roster is for one user at a time.
type Cache struct {
	// Peer tells the peers of Unix sockets, where this process itself cannot ask
	// the kernel about the sockets of the jobs. nil: it can. To be set before use.
	Peer PeerFunc
	// Costly runs reads for which the kernel takes as much memory as somebody
	// else's process decides. nil: they are just run. To be set before use.
	Costly func(read func())

	counters *counters
	inotify  *activity

	births  births
	mu      sync.Mutex
	freed   *sync.Cond
	rosters map[Identity]*Roster
	files   int // that these have open
	room    int // how many they may
	busy    map[Identity]bool
	survey  survey
	tidied  time.Time // when evict ran last
}

// Limits of a cache.
const (
	maxRosters   = 256
	rosterIdle   = 10 * time.Second
	holdersFor   = 5 * time.Second        // a list of holders is good so long while nothing happens to the terminal, and one of all processes
	holdersLeast = 250 * time.Millisecond // and at most so long while it is read and written
	searchShare  = 20                     // a search may take one part in so many of the time
)

// NewCache returns an empty cache. Close it.
func NewCache() (*Cache, error) {
	c := &Cache{rosters: map[Identity]*Roster{}, busy: map[Identity]bool{}, room: room()}
	c.freed = sync.NewCond(&c.mu)
	var err error
	if c.counters, err = newCounters(); err != nil {
		return nil, err
	}
	c.inotify = newActivity()
	return c, nil
}

// Scan is the function Scan; what it reads serves the cache as well.
func (c *Cache) Scan() (Table, error) {
	last, err := c.counters.lastPID()
	if err != nil {
		return nil, err
	}
	return c.survey.scan(last)
}

// Close gives everything back. No roster may be in use.
func (c *Cache) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, r := range c.rosters {
		c.drop(id, r)
	}
	c.counters.close()
	c.inotify.close()
}

// Hold is the function Hold, with the cache's Peer and Costly.
func (c *Cache) Hold(pid int) (*Process, error) {
	p, err := Hold(pid)
	if err != nil {
		return nil, err
	}
	if c.Peer != nil {
		p.peer = c.Peer
	}
	if c.Costly != nil {
		p.costly = c.Costly
	}
	return p, nil
}

// Acquire returns the terminal's roster for exclusive use until Release. While
// somebody else has it, it waits; or, for terminals behind a relay, where
// waiting could go round in a circle, it returns a fresh one.
func (c *Cache) Acquire(t *Terminal, wait bool) *Roster {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.busy[t.ID] && wait {
		c.freed.Wait()
	}
	r := c.rosters[t.ID]
	if c.busy[t.ID] || r == nil {
		r = newRoster(c, t.ID)
	}
	if c.busy[t.ID] {
		return r
	}
	c.busy[t.ID] = true
	r.owned = true
	if _, kept := c.rosters[t.ID]; kept {
		delete(c.rosters, t.ID)
		c.files -= r.files
	}
	return r
}

// Rests is that of the terminal's roster; false if somebody else has it.
func (c *Cache) Rests(t *Terminal, who uint64) bool {
	r := c.Acquire(t, false)
	defer c.Release(r)
	return r.Rests(t, who)
}

// Works is that of the terminal's roster; false if somebody else has it.
func (c *Cache) Works(t *Terminal, who uint64) bool {
	r := c.Acquire(t, false)
	defer c.Release(r)
	return r.Works(t, who)
}

// Release gives a roster back.
func (c *Cache) Release(r *Roster) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !r.owned {
		r.close()
		return
	}
	r.used, r.files = time.Now(), r.open()
	delete(c.busy, r.id)
	c.freed.Broadcast()
	// With no room left one that is there is not given up for another: of terminals
	// that are looked at in turn none would be found again.
	if c.files+r.files > c.room {
		c.evict(r.used)
	}
	if c.files+r.files > c.room {
		r.close()
		return
	}
	c.rosters[r.id] = r
	c.files += r.files
	if len(c.rosters) > maxRosters || r.used.Sub(c.tidied) > rosterIdle {
		c.evict(r.used)
	}
}

// evict drops rosters that nobody asked for in a while, and the oldest of too
// many. The caller holds the lock.
func (c *Cache) evict(now time.Time) {
	c.tidied = now
	c.survey.idle(now)
	for id, r := range c.rosters {
		if now.Sub(r.used) > rosterIdle || len(c.rosters) > maxRosters {
			c.drop(id, r)
		}
	}
}

// drop gives a roster up. The caller holds the lock.
func (c *Cache) drop(id Identity, r *Roster) {
	r.close()
	delete(c.rosters, id)
	c.files -= r.files
}

// room is how many files a cache may keep open: half of what the process may, as
// the looks need some, too.
func room() int {
	var l unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &l); err != nil {
		return 512
	}
	return int(min(l.Cur, 1<<20) / 2)
}

// Tidy drops what nobody asked for in a while.
func (c *Cache) Tidy() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.evict(time.Now())
}

// Activity is a descriptor that is readable when something happened to a
// terminal that was asked about; -1 if the kernel gives none. Take reads it.
func (c *Cache) Activity() int { return c.inotify.fd }

// Take notes what happened since the last time, and calls f for each terminal
// that something happened to, and for all if that is not known: reads and
// writes of /dev/tty are not told apart.
func (c *Cache) Take(f func(id Identity, any bool)) { c.inotify.take(f) }

// OnActivity has f called when a look has read what Activity would have told, so
// that it is Take's to tell. f may be called by any goroutine that looks.
func (c *Cache) OnActivity(f func()) { c.inotify.onUntold(f) }

// WatchOpened makes Activity and TakeOpened tell of terminals that were opened
// or changed owner; false: the kernel does not tell.
func (c *Cache) WatchOpened() bool { return c.inotify.watchOpened() }

// TakeOpened reports such terminals since the last time; it is called after
// Take.
func (c *Cache) TakeOpened() bool { return c.inotify.takeOpened() }
