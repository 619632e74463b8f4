package service

import (
	"fmt"
	"sync"
	"time"
)

// watchdog notices acts that do not come back: an unprivileged user can make
// them sleep for ever.
type watchdog struct {
	// stuck is called once, when an act does not come back, with what is seen of
	// it, and calls tell when whoever waits for such an act may know.
	stuck func(why string, tell func())
	hard  time.Duration // how long an act may take that is only slow

	mu    sync.Mutex
	acts  map[*act]struct{}
	timer timer // runs check
	armed bool
	last  time.Time // when an act last began
	deep  sleepers  // when an act was last found late
}

// sleepers are this process's threads that sleep where signals do not end it.
type sleepers map[string]sleep

type sleep struct {
	runs  string // how often the thread has run
	where string // the kernel's function, if it is told
	since time.Time
}

// note keeps the beginnings of the sleeps that go on, and returns the longest.
func (now sleepers) note(before sleepers, at time.Time) (longest time.Duration, where string) {
	for thread, s := range now {
		s.since = at
		if b, ok := before[thread]; ok && b.runs == s.runs {
			s.since = b.since
		}
		now[thread] = s
		if t := at.Sub(s.since); t >= longest {
			longest, where = t, s.where
		}
	}
	return longest, where
}

// act is something that may hang.
type act struct {
	since time.Time
	alone bool // none had begun for a while
	// instead says what to do for whoever waits for the act. It is called once,
	// beside the act, which is then no more.
	instead func()
}

func newWatchdog(stuck func(why string, tell func())) *watchdog {
	d := &watchdog{stuck: stuck, hard: hardDeadline, acts: map[*act]struct{}{}}
	d.timer = newTimer(d.check)
	return d
}

// timer calls a function once, some time after it was last set, in a goroutine
// of its own.
type timer interface {
	Reset(d time.Duration) bool
	Stop() bool
}

// guard runs f under the watchdog's eyes. It does not return from an act that
// was given up: somebody else has answered for it.
func (d *watchdog) guard(instead func(), f func()) {
	a := &act{since: time.Now(), instead: instead}
	d.begin(a)
	f()
	if !d.end(a) {
		select {}
	}
}

func (d *watchdog) begin(a *act) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.acts[a] = struct{}{}
	a.alone = a.since.Sub(d.last) > lookDeadline/2
	d.last = a.since
	if !d.armed {
		d.armed = true
		d.timer.Reset(lookDeadline)
	}
}

// end forgets an act, and reports whether it was still one. After an act that
// was alone the timer is stopped, so that rare looks do not wake the process
// once more each; with many it costs less to let it run.
func (d *watchdog) end(a *act) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, ok := d.acts[a]
	delete(d.acts, a)
	if len(d.acts) == 0 && a.alone && d.armed {
		d.armed = false
		d.timer.Stop()
	}
	return ok
}

// check runs while there are acts, until one does not come back.
func (d *watchdog) check() {
	if late, why := d.late(time.Now()); len(late) > 0 {
		d.stuck(why, func() {
			for _, a := range late {
				if a.instead != nil {
					a.instead()
				}
			}
		})
	}
}

// asleepForGood reports a thread that has slept for a while. A short sleep is no
// sign: a page is read in, a lock is held.
func (d *watchdog) asleepForGood(now time.Time) (where string, ok bool) {
	before := d.deep
	d.deep = deepSleepers()
	long, where := d.deep.note(before, now)
	return where, len(d.deep) > 0 && long >= deepSleep
}

// late takes the acts that are given up out of the list. An act that takes long
// although nothing here is stuck is only slow, for a while.
func (d *watchdog) late(now time.Time) (late []*act, why string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	oldest := time.Duration(0)
	for a := range d.acts {
		age := now.Sub(a.since)
		oldest = max(oldest, age)
		if age >= lookDeadline {
			late = append(late, a)
		}
	}
	if why = d.forGood(now, oldest, len(late) > 0); why != "" {
		for _, a := range late {
			delete(d.acts, a)
		}
		return late, why
	}
	if d.armed = len(d.acts) > 0; d.armed {
		d.timer.Reset(max(lookDeadline-oldest, lookDeadline/5))
	}
	return nil, ""
}

// forGood says why acts of which some are late are given up; empty: they are not.
func (d *watchdog) forGood(now time.Time, oldest time.Duration, late bool) string {
	if !late {
		return ""
	}
	where, asleep := d.asleepForGood(now)
	switch {
	case asleep:
		return fmt.Sprintf("a thread sleeps in %q where signals do not end it", where)
	case oldest >= d.hard:
		return fmt.Sprintf("it takes %v", oldest.Round(time.Millisecond))
	}
	return ""
}
