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
	// (the terminal), shutdown (of the service, and no other took its place).
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
// began before the call. The last event has Ended set. A service that ends is
// connected to again, for it may have been restarted. As with Query an error is
// the caller's mistake; without a service there is an Unknown event at the end.
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
		s := series{Client: c, ctx: ctx, t: t, yield: yield}
		begun := time.Now()
		for silent := 0; silent < maxReconnects; silent++ {
			heard, again := s.stream(in, silent == maxReconnects-1)
			if !again {
				return
			}
			if heard {
				silent = 0
			}
			if o.Timeout > 0 {
				in.TimeoutMS = max((o.Timeout - time.Since(begun)).Milliseconds(), 1)
			}
		}
	}
}

// maxReconnects bounds how often in a row a watch goes on with a new connection
// that tells nothing.
const maxReconnects = 3

// series is the events of one watch, over one connection or more.
type series struct {
	*Client
	ctx   context.Context
	t     *Terminal
	yield func(Event, error) bool
	shut  string // EndedShutdown once a service has said so
}

var errShutdown = errors.New("the service is ending")

// stream runs one watch on a connection of its own. Heard: it told something.
// Again: the service ended the connection, and the watch may go on with a new
// one, for it is level triggered.
func (s *series) stream(in watchRequest, last bool) (heard, again bool) {
	sock, err := s.dial(s.ctx)
	if err != nil {
		s.end(err)
		return false, false
	}
	v := varlink.NewClient(sock)
	defer v.Close()
	for raw, err := range v.Stream(s.ctx, varlink.TerminalInterface+".Watch", in, s.t.descriptorFile()) {
		var r struct {
			Answer Answer `json:"answer"`
			Ended  string `json:"ended"`
		}
		if err == nil {
			err = decode(raw, &r)
		}
		if r.Ended == EndedShutdown {
			s.shut, err = r.Ended, errShutdown
		}
		if err != nil && (hungUp(err) || err == errShutdown) && (heard || !last) && s.ctx.Err() == nil {
			return heard, true
		}
		if err != nil {
			s.end(err)
			return heard, false
		}
		heard, s.shut = true, ""
		if !s.yield(Event{r.Answer, r.Ended}, nil) {
			return heard, false
		}
	}
	return heard, false
}

// end yields the last event of a watch that failed.
func (s *series) end(err error) {
	if done := s.ctx.Err(); done != nil || errors.Is(err, context.DeadlineExceeded) {
		s.yield(Event{}, cmp.Or(done, context.DeadlineExceeded)) // the socket's timer may be a moment ahead
		return
	}
	a, err := excuse(s.ctx, s.t, err)
	if errors.Is(err, ErrGone) {
		s.yield(Event{Answer: Answer{State: NoForeground}, Ended: EndedGone}, nil)
		return
	}
	s.yield(Event{a, s.shut}, err)
}
