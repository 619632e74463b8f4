package client

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"time"

	"github.com/rt-helper/rt-helper/internal/varlink"
)

// WatchOptions say what a Watch reports and when it ends. Durations are sent
// in whole milliseconds.
type WatchOptions struct {
	// Until ends the watch at the first answer with one of these states;
	// "!running" stands for any other than running.
	Until []string
	// After: a waiting answer whose Wait equals it does not count.
	After string
	// Timeout ends the watch; 0: never.
	Timeout time.Duration
	// Settle reports a state once it has lasted so long.
	Settle time.Duration
	// Lateness is how late a change may be reported; the service looks less
	// often for more. 0 leaves it to the service.
	Lateness time.Duration
}

// Event is an answer that a Watch reports.
type Event struct {
	Answer
	// Ended, in the last event, says why the watch ended: until, timeout, gone
	// (the terminal), shutdown (of the service).
	Ended string
}

// The reasons of Event.Ended.
const (
	EndedUntil    = "until"
	EndedTimeout  = "timeout"
	EndedGone     = "gone"
	EndedShutdown = "shutdown"
)

// Watch yields the answer as it is now, and again after each change; a new Wait
// is a change. It is level triggered: a state that lasts is reported also if it
// began before the call. The last event has Ended set. As with Query an error
// is the caller's mistake; without a service there is one Unknown event.
func (c *Client) Watch(ctx context.Context, t *Terminal, o WatchOptions) iter.Seq2[Event, error] {
	return c.watch(ctx, t, o, false)
}

// WatchAll is Watch for all terminals of the caller, those opened later
// included; Answer.Terminal says which one an event is about. When a terminal
// is gone an event with EndedGone says so, and the watch goes on.
func (c *Client) WatchAll(ctx context.Context, o WatchOptions) iter.Seq2[Event, error] {
	return c.watch(ctx, nil, o, true)
}

type watchRequest struct {
	target
	All        bool     `json:"all,omitempty"`
	Until      []string `json:"until,omitempty"`
	After      string   `json:"after,omitempty"`
	TimeoutMS  int64    `json:"timeout_ms,omitempty"`
	SettleMS   int64    `json:"settle_ms,omitempty"`
	LatenessMS int64    `json:"lateness_ms,omitempty"`
}

func (c *Client) watch(ctx context.Context, t *Terminal, o WatchOptions, all bool) iter.Seq2[Event, error] {
	in := watchRequest{
		All: all, Until: o.Until, After: o.After, TimeoutMS: o.Timeout.Milliseconds(),
		SettleMS: o.Settle.Milliseconds(), LatenessMS: o.Lateness.Milliseconds(),
	}
	if !all {
		in.target = t.target()
	}
	return func(yield func(Event, error) bool) {
		for silent := 0; silent < maxReconnects; silent++ {
			heard, again := c.stream(ctx, t, in, yield, silent == maxReconnects-1)
			if !again {
				return
			}
			if heard {
				silent = 0
			}
		}
	}
}

// stream runs one watch on a connection of its own. Heard: it told something.
// Again: the service ended the connection, and the watch may go on with a new
// one, for it is level triggered.
func (c *Client) stream(ctx context.Context, t *Terminal, in watchRequest, yield func(Event, error) bool, last bool) (heard, again bool) {
	sock, err := c.dial(ctx)
	if err != nil {
		c.end(ctx, t, err, yield)
		return false, false
	}
	v := varlink.NewClient(sock)
	defer v.Close()
	for raw, err := range v.Stream(ctx, varlink.TerminalInterface+".Watch", in, t.descriptorFile()) {
		var r struct {
			Answer Answer `json:"answer"`
			Ended  string `json:"ended"`
		}
		if err == nil {
			err = decode(raw, &r)
		}
		if err != nil && hungUp(err) && (heard || !last) && ctx.Err() == nil {
			return heard, true
		}
		if err != nil {
			c.end(ctx, t, err, yield)
			return heard, false
		}
		heard = true
		if !yield(Event{r.Answer, r.Ended}, nil) {
			return heard, false
		}
	}
	return heard, false
}

// maxReconnects bounds how often in a row a watch goes on with a new connection
// that tells nothing.
const maxReconnects = 3

// end yields the last event of a watch that failed.
func (c *Client) end(ctx context.Context, t *Terminal, err error, yield func(Event, error) bool) {
	if done := ctx.Err(); done != nil || errors.Is(err, context.DeadlineExceeded) {
		yield(Event{}, cmp.Or(done, context.DeadlineExceeded)) // the socket's timer may be a moment ahead
		return
	}
	a, err := excuse(ctx, t, err)
	if errors.Is(err, ErrGone) {
		yield(Event{Answer: Answer{State: NoForeground}, Ended: EndedGone}, nil)
		return
	}
	yield(Event{a, ""}, err)
}
