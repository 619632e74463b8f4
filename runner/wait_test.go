package runner

import (
	"context"
	"errors"
	"iter"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

func TestWaiting(t *testing.T) {
	o := outcomeOf(t, start(t, always(waits("w1")), "printf 'Name? '; read x"), Limits{})
	if o.State != Waiting || o.Wants != WantsLine || o.Reader.PID != 1234 || o.Job != client.Waiting {
		t.Errorf("%+v", o)
	}
}

// TestFinishedComesFirst: whatever an answer from before says.
func TestFinishedComesFirst(t *testing.T) {
	j := start(t, always(waits("w1")), "exit 7")
	<-j.Ended()
	if o := outcomeOf(t, j, Limits{Timeout: time.Nanosecond}); o.State != Finished || *o.Exit != 7 {
		t.Errorf("%+v", o)
	}
}

func TestFinishedWithoutAnAsker(t *testing.T) {
	o := outcomeOf(t, start(t, nil, "kill -TERM $$"), Limits{})
	if o.State != Finished || *o.Exit != 143 || o.Signal != "SIGTERM" {
		t.Errorf("%+v", o)
	}
}

func TestTimeout(t *testing.T) {
	a := always(running)
	j := start(t, a, "sleep 1000")
	until(t, "a watch", func() bool {
		o := outcomeOf(t, j, Limits{Timeout: 50 * time.Millisecond})
		return o.State == Timeout && o.Job == client.Running
	})
}

// TestTimeoutLooksOnce: the outcome says what the job does, though no watch has.
func TestTimeoutLooksOnce(t *testing.T) {
	a := always(running)
	a.watch = func(int, client.WatchOptions, func(client.Answer)) {}
	o := outcomeOf(t, start(t, a, "sleep 1000"), Limits{Timeout: time.Nanosecond})
	if o.State != Timeout || o.Job != client.Running {
		t.Errorf("%+v", o)
	}
}

// TestStaleWait: what was seen before something was typed does not count, also
// if an asker tells it again.
func TestStaleWait(t *testing.T) {
	a := &fake{}
	moved := make(chan struct{})
	a.watch = func(n int, o client.WatchOptions, tell func(client.Answer)) {
		tell(waits("w1"))
		if n > 1 {
			<-moved
			tell(running)
			tell(waits("w2"))
		}
	}
	a.query = func(n int) client.Answer {
		select {
		case <-moved:
			return waits("w2")
		default:
			return waits("w1")
		}
	}
	j := start(t, a, "cat >/dev/null")
	if o := outcomeOf(t, j, Limits{}); o.State != Waiting {
		t.Fatalf("%+v", o)
	}
	mustType(t, j, "line\n")
	j.in.lasts(time.Hour)
	before := a.asked()
	done := make(chan Outcome)
	go func() { done <- outcomeOf(t, j, Limits{}) }()
	until(t, "a watch after the write", func() bool { return contains(a.afters(), "w1") })
	select {
	case o := <-done:
		t.Fatalf("told of the old wait: %+v", o)
	case <-time.After(halfLine + 20*time.Millisecond):
	}
	if a.asked() != before {
		t.Error("the old wait was good enough for a second look")
	}
	close(moved)
	if o := <-done; o.State != Waiting {
		t.Errorf("%+v", o)
	}
}

// TestHalfLine wakes nobody: the wait from before comes to count again.
func TestHalfLine(t *testing.T) {
	a := &fake{query: func(int) client.Answer { return waits("w1") }}
	a.watch = func(_ int, o client.WatchOptions, tell func(client.Answer)) {
		if o.After != "w1" {
			tell(waits("w1"))
		}
	}
	j := start(t, a, "cat >/dev/null")
	outcomeOf(t, j, Limits{})
	mustType(t, j, "half")
	if o := outcomeOf(t, j, Limits{}); o.State != Waiting {
		t.Errorf("%+v", o)
	}
	if got := strings.Join(a.afters(), ","); !strings.HasPrefix(got, ",w1,") {
		t.Errorf("waits that did not count, watch by watch: %q", got)
	}
}

// TestSecondLook: a wait that is over when the output has been read is none.
func TestSecondLook(t *testing.T) {
	a := always(waits("w1"))
	a.query = func(n int) client.Answer {
		if n < 3 {
			return running
		}
		return waits("w2")
	}
	if o := outcomeOf(t, start(t, a, "sleep 1000"), Limits{}); o.State != Waiting {
		t.Errorf("%+v", o)
	}
	if n := a.asked(); n != 3 {
		t.Errorf("%d second looks, want 3", n)
	}
}

// TestSecondLookCannotTell: the first did.
func TestSecondLookCannotTell(t *testing.T) {
	a := always(waits("w1"))
	a.query = func(int) client.Answer { return client.Answer{State: client.Unknown, Reason: client.ReasonBusy} }
	if o := outcomeOf(t, start(t, a, "sleep 1000"), Limits{}); o.State != Waiting || o.Reason != "" {
		t.Errorf("%+v", o)
	}
}

func TestQuietOutcomes(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer client.Answer
		want   State
		reason client.Reason
	}{
		{"listening", listens("node"), Listening, ""},
		{"relay", listens("ssh"), Unknown, ReasonRemoteRelay},
		{"unknown", client.Answer{State: client.Unknown, Reason: client.ReasonMultiplexer, Detail: "ask the pane"}, Unknown, client.ReasonMultiplexer},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := outcomeOf(t, start(t, always(c.answer), "echo text; sleep 1000"), Limits{Quiet: 50 * time.Millisecond})
			if o.State != c.want || o.Reason != c.reason {
				t.Errorf("%+v", o)
			}
		})
	}
}

// TestSuspended needs the state to last.
func TestSuspended(t *testing.T) {
	o := outcomeOf(t, start(t, always(client.Answer{State: client.Stopped}), "sleep 1000"), Limits{Quiet: patience})
	if o.State != Suspended || o.Job != client.Stopped {
		t.Errorf("%+v", o)
	}
}

// failing is an asker whose watches end at once.
type failing struct {
	answer  client.Answer
	err     error
	watches atomic.Int32
}

func (f *failing) Query(context.Context, *client.Terminal) (client.Answer, error) {
	return f.answer, f.err
}

func (f *failing) Watch(context.Context, *client.Terminal, client.WatchOptions) iter.Seq2[client.Event, error] {
	f.watches.Add(1)
	return func(yield func(client.Event, error) bool) { yield(client.Event{Answer: f.answer}, f.err) }
}

// TestWatchThatEnds is begun again, and what it told goes on to be so.
func TestWatchThatEnds(t *testing.T) {
	a := &failing{answer: client.Answer{State: client.Unknown, Reason: client.ReasonHelperMissing, Detail: "install it"}}
	j := start(t, a, "sleep 1000")
	o := outcomeOf(t, j, Limits{Quiet: 4 * rewatch})
	if o.State != Unknown || o.Reason != client.ReasonHelperMissing || o.Detail != "install it" {
		t.Errorf("%+v", o)
	}
	if a.watches.Load() < 2 {
		t.Error("one watch only")
	}
}

func TestAskerThatFails(t *testing.T) {
	a := &failing{err: client.ErrNotOwner}
	o := outcomeOf(t, start(t, a, "sleep 1000"), Limits{Quiet: time.Millisecond})
	if o.State != Unknown || o.Reason != ReasonRefused || !strings.Contains(o.Detail, client.ErrNotOwner.Error()) {
		t.Errorf("%+v", o)
	}
}

// TestCancel returns at once and leaves the job alone.
func TestCancel(t *testing.T) {
	j := start(t, always(running), "sleep 1000")
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := j.Wait(ctx, Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if j.finished() {
		t.Error("the job has ended")
	}
}

func TestAnswered(t *testing.T) {
	var states []client.State
	a := always(waits("w1"))
	a.watch = func(_ int, _ client.WatchOptions, tell func(client.Answer)) {
		tell(running)
		tell(waits("w1"))
	}
	j := startOptions(t, Options{Asker: a, Args: []string{"sleep", "1000"}, Answered: func(a client.Answer) { states = append(states, a.State) }})
	outcomeOf(t, j, Limits{})
	if len(states) != 2 || states[0] != client.Running || states[1] != client.Waiting {
		t.Errorf("%q", states)
	}
}
