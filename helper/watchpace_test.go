package helper

import (
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// TestPause is how long it is to the next look.
func TestPause(t *testing.T) {
	running, waiting := justA(client.Running), aWait("a")
	for _, c := range []struct {
		name    string
		options client.WatchOptions
		a       client.Answer
		last    time.Duration
		changed bool
		want    time.Duration
	}{
		{"after a change", client.WatchOptions{}, running, 20 * ms, true, quickest},
		{"then less often", client.WatchOptions{}, running, quickest, false, 2 * quickest},
		{"a job that works", client.WatchOptions{}, running, 15 * ms, false, slowest},
		{"a job that waits", client.WatchOptions{}, waiting, 15 * ms, false, 30 * ms},
		{"a job that waits long", client.WatchOptions{}, waiting, 400 * ms, false, asleep},
		{"a job that is stopped", client.WatchOptions{}, justA(client.Stopped), 400 * ms, false, asleep},
		{"no job", client.WatchOptions{}, justA(client.NoForeground), 400 * ms, false, asleep},
		{"who knows", client.WatchOptions{}, justA(client.Unknown), 400 * ms, false, slowest},
		{"somebody who is patient", client.WatchOptions{Lateness: 300 * ms}, running, 200 * ms, false, 300 * ms},
		{"his patience ends", client.WatchOptions{Lateness: time.Hour}, running, 400 * ms, false, asleep},
		{"time is up soon", client.WatchOptions{Timeout: 30 * ms}, waiting, 400 * ms, false, 30 * ms},
		{"time is up at once", client.WatchOptions{Timeout: 1}, waiting, 400 * ms, false, quickest},
		{"it must settle", client.WatchOptions{Settle: 5 * ms}, running, 400 * ms, false, 5 * ms},
	} {
		w, err := newWatch(c.options, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		w.see(c.a, w.begun)
		if got := w.pause(c.last, c.changed); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestPauseOfWhatDoesNotCount: a known wait that has settled is no reason to look
// again soon.
func TestPauseOfWhatDoesNotCount(t *testing.T) {
	begun := time.Now()
	w, err := newWatch(client.WatchOptions{After: "a", Settle: 10 * ms}, begun)
	if err != nil {
		t.Fatal(err)
	}
	w.see(aWait("a"), begun)
	w.see(aWait("a"), begun.Add(time.Second))
	if got := w.pause(400*ms, false); got != asleep {
		t.Errorf("got %v", got)
	}
}

// TestPauseReaches: the looks that follow a change do not miss the moment at
// which something must be reported by more than the shortest pause.
func TestPauseReaches(t *testing.T) {
	for _, o := range []client.WatchOptions{{Timeout: 70 * ms}, {Timeout: 410 * ms}, {Timeout: time.Second}, {Settle: 70 * ms}, {Settle: 410 * ms}} {
		due := max(o.Timeout, o.Settle)
		begun := time.Now()
		w, err := newWatch(o, begun)
		if err != nil {
			t.Fatal(err)
		}
		now, pause := begun, quickest
		for e, report := w.see(aWait("a"), now); e.Ended == "" && !(report && o.Settle > 0); e, report = w.see(aWait("a"), now) {
			pause = w.pause(pause, report)
			now = now.Add(pause)
		}
		if late := now.Sub(begun) - due; late < 0 || late > quickest {
			t.Errorf("%+v: reported %v late", o, late)
		}
	}
}
