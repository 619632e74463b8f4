package service

import (
	"sync"
	"time"
)

// watchdog notices acts that do not come back: an unprivileged user can make
// them sleep for ever.
type watchdog struct {
	// stuck is called once, when an act does not come back, and calls tell when
	// whoever waits for such an act may know.
	stuck func(tell func())
	hard  time.Duration // how long an act may take that is only slow

	mu    sync.Mutex
	acts  map[*act]struct{}
	timer *time.Timer // runs while there are acts
}

// act is something that may hang.
type act struct {
	since time.Time
	// instead says what to do for whoever waits for the act. It is called once,
	// beside the act, which is then no more.
	instead func()
}

func newWatchdog(stuck func(tell func())) *watchdog {
	d := &watchdog{stuck: stuck, hard: hardDeadline, acts: map[*act]struct{}{}}
	d.timer = time.AfterFunc(lookDeadline, d.check)
	d.timer.Stop()
	return d
}

// guard runs f under the watchdog's eyes. It does not return from an act that
// was given up: somebody else has answered for it.
func (d *watchdog) guard(instead func(), f func()) {
	a := &act{since: time.Now(), instead: instead}
	d.mu.Lock()
	d.acts[a] = struct{}{}
	if len(d.acts) == 1 {
		d.timer.Reset(lookDeadline)
	}
	d.mu.Unlock()
	f()
	if !d.end(a) {
		select {}
	}
}

// end forgets an act, and reports whether it was still one.
func (d *watchdog) end(a *act) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, ok := d.acts[a]
	delete(d.acts, a)
	if len(d.acts) == 0 {
		d.timer.Stop()
	}
	return ok
}

// check runs while there are acts, until one does not come back.
func (d *watchdog) check() {
	if late := d.late(time.Now()); len(late) > 0 {
		d.stuck(func() {
			for _, a := range late {
				if a.instead != nil {
					a.instead()
				}
			}
		})
	}
}

// late takes the acts that are given up out of the list. An act that takes long
// although nothing here is stuck is only slow, for a while.
func (d *watchdog) late(now time.Time) []*act {
	d.mu.Lock()
	defer d.mu.Unlock()
	var late []*act
	oldest := time.Duration(0)
	for a := range d.acts {
		age := now.Sub(a.since)
		oldest = max(oldest, age)
		if age >= lookDeadline {
			late = append(late, a)
		}
	}
	if len(late) > 0 && (oldest >= d.hard || asleepForGood()) {
		for _, a := range late {
			delete(d.acts, a)
		}
		return late
	}
	if len(d.acts) > 0 {
		d.timer.Reset(max(lookDeadline-oldest, lookDeadline/5))
	}
	return nil
}
