package helper

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// The pace of looks: after an event the next comes soon, then less and less
// often. A job that works may begin to wait any time, one that waits or is
// stopped is woken by somebody, mostly through the terminal, which is noticed.
const (
	quickest = 200 * time.Microsecond
	slowest  = 20 * time.Millisecond
	asleep   = 500 * time.Millisecond
)

// CheckWatch says what is wrong with a watch's options.
func CheckWatch(o client.WatchOptions) error {
	_, err := newWatch(o, time.Time{})
	return err
}

// watch decides which answers of a series are reported, and when it ends. It
// has no clock and no side effects.
type watch struct {
	options  client.WatchOptions
	begun    time.Time
	reported *client.Answer
	pending  client.Answer // seen last
	since    time.Time     // when pending was first seen
	seen     time.Time     // when pending was last seen
}

func newWatch(o client.WatchOptions, now time.Time) (*watch, error) {
	for _, s := range o.Until {
		if !slices.Contains(states, client.State(strings.TrimPrefix(s, "!"))) {
			return nil, fmt.Errorf("until %q: use a state, or !state; the states are %v", s, states)
		}
	}
	if o.Timeout < 0 || o.Settle < 0 || o.Lateness < 0 {
		return nil, fmt.Errorf("timeout, settle and lateness must not be negative")
	}
	return &watch{options: o, begun: now}, nil
}

var states = []client.State{client.Waiting, client.Running, client.Stopped, client.NoForeground, client.Unknown}

// see takes an answer and says what to report.
func (w *watch) see(a client.Answer, now time.Time) (client.Event, bool) {
	if w.since.IsZero() || !sameAnswer(a, w.pending) {
		w.since = now
	}
	w.pending, w.seen = a, now
	settled := now.Sub(w.since) >= w.options.Settle
	counts := !(a.State == client.Waiting && a.Wait != "" && a.Wait == w.options.After)
	if settled && counts && w.until(a.State) {
		w.reported = &a
		return client.Event{Answer: a, Ended: client.EndedUntil}, true
	}
	if w.options.Timeout > 0 && now.Sub(w.begun) >= w.options.Timeout {
		return client.Event{Answer: a, Ended: client.EndedTimeout}, true
	}
	if settled && counts && (w.reported == nil || !sameAnswer(a, *w.reported)) {
		w.reported = &a
		return client.Event{Answer: a}, true
	}
	return client.Event{}, false
}

// telling reports that an answer that is the same as the last one would be reported.
func (w *watch) telling(now time.Time) bool {
	settled := now.Sub(w.since) >= w.options.Settle && (w.reported == nil || !sameAnswer(w.pending, *w.reported))
	return w.seen.IsZero() || settled || w.options.Timeout > 0 && now.Sub(w.begun) >= w.options.Timeout
}

func (w *watch) until(s client.State) bool {
	for _, u := range w.options.Until {
		if not, ok := strings.CutPrefix(u, "!"); ok && string(s) != not || string(s) == u {
			return true
		}
	}
	return false
}

// pause is the time to the next look after one that came after last.
func (w *watch) pause(last time.Duration, changed bool) time.Duration {
	if changed {
		return quickest
	}
	limit := slowest
	switch w.pending.State {
	case client.Waiting, client.Stopped, client.NoForeground:
		limit = asleep
	}
	limit = max(limit, w.options.Lateness)
	return min(2*last, limit, max(w.deadline(), quickest))
}

// deadline is the time until something must be reported also if nothing
// changes.
func (w *watch) deadline() time.Duration {
	d := asleep
	for _, left := range []time.Duration{
		w.since.Add(w.options.Settle).Sub(w.seen), w.begun.Add(w.options.Timeout).Sub(w.seen),
	} {
		if left > 0 { // what is over was reported, or does not count
			d = min(d, left)
		}
	}
	return d
}

// sameAnswer compares what a watcher would be told.
func sameAnswer(a, b client.Answer) bool {
	return a.State == b.State && a.Wait == b.Wait && a.Reason == b.Reason && a.Secret == b.Secret &&
		a.Scope == b.Scope && a.Listening() == b.Listening() && slices.Equal(a.Via, b.Via)
}
