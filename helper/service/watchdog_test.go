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
	d := newWatchdog(func(_ string, tell func()) {
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
	d := newWatchdog(func(string, func()) { close(stuck) })
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
	d := newWatchdog(func(string, func()) { t.Error("a young act was given up") })
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
	d := newWatchdog(func(string, func()) { t.Error("stuck") })
	ran := false
	d.guard(func() { t.Error("told") }, func() { ran = true })
	d.check()
	if !ran || len(d.acts) != 0 {
		t.Errorf("ran %v, left %v", ran, d.acts)
	}
}

// TestSleepers: a sleep is as long as the thread has not run.
func TestSleepers(t *testing.T) {
	begun := time.Unix(1000, 0)
	at := func(ms int) time.Time { return begun.Add(time.Duration(ms) * time.Millisecond) }
	var before sleepers
	for _, step := range []struct {
		name string
		ms   int
		now  map[string]string
		want int
	}{
		{"nobody sleeps", 0, nil, 0},
		{"seen first", 50, map[string]string{"7": "a", "8": "a"}, 0},
		{"both sleep on", 100, map[string]string{"7": "a", "8": "a"}, 50},
		{"one has run in between", 150, map[string]string{"7": "b", "8": "a"}, 100},
		{"the other is awake", 200, map[string]string{"7": "b"}, 50},
		{"another sleeps", 250, map[string]string{"9": "a"}, 0},
	} {
		now := sleepers{}
		for thread, runs := range step.now {
			now[thread] = sleep{runs: runs}
		}
		if got, _ := now.note(before, at(step.ms)); got != time.Duration(step.want)*time.Millisecond {
			t.Errorf("%s: %v, want %d ms", step.name, got, step.want)
		}
		before = now
	}
}
