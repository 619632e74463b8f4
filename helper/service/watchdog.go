package service

import (
	"sync"
	"time"
)

// watchdog notices acts that do not come back: an unprivileged user can make
// them sleep for ever.
type watchdog struct {
	stuck func()
	hard  time.Duration // how long an act may take that is only slow

	mu    sync.Mutex
	acts  map[*act]struct{}
	awake bool
}

// act is something that may hang.
type act struct {
	since time.Time
	// instead says what to do for whoever waits for the act. It is called once,
	// beside the act, which is then no more.
	instead func()
}

func newWatchdog(stuck func()) *watchdog {
	return &watchdog{stuck: stuck, hard: hardDeadline, acts: map[*act]struct{}{}}
}

// guard runs f under the watchdog's eyes.
func (d *watchdog) guard(instead func(), f func()) {
	a := &act{since: time.Now(), instead: instead}
	d.mu.Lock()
	d.acts[a] = struct{}{}
	if !d.awake {
		d.awake = true
		time.AfterFunc(lookDeadline, d.check)
	}
	d.mu.Unlock()
	f()
	d.mu.Lock()
	delete(d.acts, a)
	d.mu.Unlock()
}

// check runs while there are acts. An act that takes long although nothing
// here is stuck is only slow, for a while.
func (d *watchdog) check() {
	d.mu.Lock()
	defer d.mu.Unlock()
	var late []*act
	oldest := time.Duration(0)
	for a := range d.acts {
		age := time.Since(a.since)
		oldest = max(oldest, age)
		if age >= lookDeadline {
			late = append(late, a)
		}
	}
	if len(late) > 0 && (oldest >= d.hard || asleepForGood()) {
		for _, a := range late {
			if a.instead != nil {
				a.instead()
			}
		}
		d.stuck()
		return
	}
	if d.awake = len(d.acts) > 0; d.awake {
		time.AfterFunc(max(lookDeadline-oldest, lookDeadline/5), d.check)
	}
}
