package service

import (
	"sync/atomic"
	"testing"
	"time"
)

// TestWatchdogStuck: an act that does not come back is given up: whoever waits
// for it is told, once, and before the process ends.
func TestWatchdogStuck(t *testing.T) {
	var told atomic.Int32
	stuck := make(chan int32)
	d := newWatchdog(func(tell func()) {
		tell()
		stuck <- told.Load()
	})
	d.hard = 0
	release, returned := make(chan struct{}), make(chan struct{})
	go func() {
		d.guard(func() { told.Add(1) }, func() { <-release })
		close(returned)
	}()
	select {
	case n := <-stuck:
		if n != 1 {
			t.Errorf("told %d times before the end", n)
		}
	case <-time.After(time.Minute):
		t.Error("an act that hangs was not noticed")
	}
	close(release)
	select {
	case <-returned:
		t.Error("whoever was answered for is answered again")
	case <-time.After(20 * time.Millisecond):
	}
}

// TestWatchdogNobody: an act that nobody waits for is given up as well.
func TestWatchdogNobody(t *testing.T) {
	stuck := make(chan struct{})
	d := newWatchdog(func(func()) { close(stuck) })
	d.hard = 0
	release := make(chan struct{})
	defer close(release)
	go d.guard(nil, func() { <-release })
	select {
	case <-stuck:
	case <-time.After(time.Minute):
		t.Error("an act that hangs was not noticed")
	}
}

// TestWatchdogYoung: an act that has not lasted long is left alone, and looked at
// again; without acts the watchdog sleeps.
func TestWatchdogYoung(t *testing.T) {
	d := newWatchdog(func(func()) { t.Error("a young act was given up") })
	d.hard = 0
	a := &act{since: time.Now().Add(time.Hour), instead: func() { t.Error("told of a young act") }}
	d.acts[a] = struct{}{}
	d.check()
	if !d.timer.Stop() {
		t.Error("nobody looks again")
	}
	d.end(a)
	d.check()
	if d.timer.Stop() {
		t.Error("awake for nothing")
	}
}

// TestWatchdogForgets: an act that came back is no more.
func TestWatchdogForgets(t *testing.T) {
	d := newWatchdog(func(func()) { t.Error("stuck") })
	ran := false
	d.guard(func() { t.Error("told") }, func() { ran = true })
	d.check()
	if !ran || len(d.acts) != 0 {
		t.Errorf("ran %v, left %v", ran, d.acts)
	}
}

// TestSleepers: only who has slept ever since sleeps for good.
func TestSleepers(t *testing.T) {
	before := sleepers{"7": "100 0 5\n", "8": "100 0 9\n"}
	for _, c := range []struct {
		name string
		now  sleepers
		want bool
	}{
		{"nobody sleeps", nil, false},
		{"another sleeps", sleepers{"9": "100 0 5\n"}, false},
		{"it has run in between", sleepers{"7": "120 0 6\n"}, false},
		{"one of them slept on", sleepers{"7": "120 0 6\n", "8": "100 0 9\n"}, true},
	} {
		if got := before.still(c.now); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if sleepers(nil).still(before) {
		t.Error("asleep for good when first seen")
	}
}
