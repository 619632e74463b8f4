package helper

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/kdebug"
)

// tracedHub follows terminals on macOS. While it does, the kernel's trace is on.
type tracedHub struct {
	cache   *tracedCache
	guard   func(instead, look func())
	end     context.CancelFunc
	ended   context.Context
	follows sync.WaitGroup
}

var errHubClosed = errors.New("the hub was closed")

func newTracedHub(c *tracedCache, guard func(instead, look func())) *tracedHub {
	if guard == nil {
		guard = func(_, look func()) { look() }
	}
	h := &tracedHub{cache: c, guard: guard}
	h.ended, h.end = context.WithCancel(context.Background())
	return h
}

// Close ends the watches in progress.
func (h *tracedHub) Close() { h.end() }

// wait returns when they have ended.
func (h *tracedHub) wait() { h.follows.Wait() }

// Follow calls emit with the answer now and after each change, until emit
// returns an error or ctx is done, and returns that error; nil after the last
// event of the watch. Before the first event the trace has begun: whatever a
// job does after it is seen. The descriptor is as for Question.Look, and needed
// until the first event only.
func (h *tracedHub) Follow(ctx context.Context, w Watch, fd int, emit func(client.Event) error) error {
	follow, err := h.begin(w, fd)
	if err != nil {
		return err
	}
	return follow(ctx, emit)
}

// begin is the part of Follow that needs the descriptor; what it returns is the
// rest, to be called once.
func (h *tracedHub) begin(w Watch, fd int) (func(context.Context, func(client.Event) error) error, error) {
	t, err := ttyBehind(h.cache.nodes, fd)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, emit func(client.Event) error) error { return h.follow(ctx, w, t, emit) }, nil
}

// FollowAt is Follow for the terminal of a path.
func (h *tracedHub) FollowAt(ctx context.Context, w Watch, path string, emit func(client.Event) error) error {
	t, err := ttyAt(h.cache.nodes, path)
	if err != nil {
		return err
	}
	return h.follow(ctx, w, t, emit)
}

func (h *tracedHub) follow(ctx context.Context, w Watch, t tty, emit func(client.Event) error) error {
	state, err := newWatch(w.Options, time.Now())
	if err != nil {
		return err
	}
	h.follows.Add(1)
	defer h.follows.Done()
	release, err := h.trace(ctx, w, t)
	if err != nil {
		return err
	}
	defer release()
	for pause := quickest; ; {
		e, report, err := h.look(w, t, state)
		if err != nil {
			return err
		}
		if report {
			if err := emit(e); err != nil || e.Ended != "" {
				return err
			}
		}
		pause = tracedPause(state, pause, report)
		if err := h.sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// trace keeps the kernel's trace on, for a caller who may ask.
func (h *tracedHub) trace(ctx context.Context, w Watch, t tty) (release func(), err error) {
	l := tracedLooker{cache: h.cache, caller: w.Caller, policy: w.Policy}
	if err := l.allowed(t, kdebug.Facts{}); err != nil {
		return nil, err
	}
	return h.cache.tracer.Watch(ctx)
}

// look asks once, and says what is to be reported.
func (h *tracedHub) look(w Watch, t tty, state *watch) (e client.Event, report bool, err error) {
	var a client.Answer
	h.guard(w.Stuck, func() {
		q := tracedQuestion{Caller: w.Caller, Policy: w.Policy, Cache: h.cache}
		a, _, err = q.about(t)
	})
	switch {
	case errors.Is(err, client.ErrGone):
		return client.Event{
			Answer: client.Answer{State: client.NoForeground, Terminal: state.pending.Terminal},
			Ended:  client.EndedGone,
		}, true, nil
	case err != nil:
		return client.Event{}, false, err
	}
	e, report = state.see(a, time.Now())
	return e, report, nil
}

// tracedPause is the time to the next look. Nothing tells of the use of a
// terminal here, so that also one that waits is looked at often.
func tracedPause(state *watch, last time.Duration, changed bool) time.Duration {
	return min(state.pause(last, changed), max(slowest, state.options.Lateness))
}

func (h *tracedHub) sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-h.ended.Done():
		return errHubClosed
	}
}
