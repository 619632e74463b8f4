package service

import (
	"context"
	"errors"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

type watchIn struct {
	Descriptor *int     `json:"descriptor,omitempty"`
	Path       *string  `json:"path,omitempty"`
	All        bool     `json:"all"`
	Until      []string `json:"until"`
	After      string   `json:"after"`
	TimeoutMS  int64    `json:"timeout_ms"`
	SettleMS   int64    `json:"settle_ms"`
	LatenessMS int64    `json:"lateness_ms"`
}

type watchOut struct {
	Answer client.Answer `json:"answer"`
	Ended  string        `json:"ended,omitempty"`
}

func (in watchIn) options() client.WatchOptions {
	ms := func(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
	return client.WatchOptions{Until: in.Until, After: in.After, Timeout: ms(in.TimeoutMS), Settle: ms(in.SettleMS), Lateness: ms(in.LatenessMS)}
}

// watch answers now, and after each change. It has no deadline of its own.
func (c *connection) watch(ctx context.Context, call *varlink.Call) (any, *varlink.Error) {
	var in watchIn
	if fail := call.Decode(&in); fail != nil {
		return nil, fail
	}
	if err := helper.CheckWatch(in.options()); err != nil {
		return nil, varlink.InvalidParameter("until")
	}
	if !c.w.beginWatch() {
		return nil, c.denied(varlink.NewError(varlink.Busy, "too many watches of yours are in progress"))
	}
	defer c.w.endWatch()
	if in.All {
		return nil, varlink.MethodNotImplemented(call.Method)
	}
	fd, done, fail := c.terminal(in.Descriptor, in.Path, call)
	if fail != nil {
		return nil, c.denied(fail)
	}
	defer done()
	if owner, ok := c.foreign(fd); ok {
		return c.w.owners.watch(ctx, owner, in, fd, call)
	}
	return c.follow(ctx, call, in, fd)
}

// follow watches one terminal.
func (c *connection) follow(ctx context.Context, call *varlink.Call, in watchIn, fd int) (any, *varlink.Error) {
	var last watchOut
	w := helper.Watch{
		Caller: helper.Caller{UID: c.uid}, Policy: c.w.policy, Options: in.options(), Stuck: c.stalled(call),
	}
	err := c.w.hub.Follow(ctx, w, fd, func(e client.Event) error {
		last = watchOut{e.Answer, e.Ended}
		if !call.More || e.Ended != "" {
			return errOne
		}
		return call.Continue(last)
	})
	switch {
	case errors.Is(err, errOne):
		return last, nil
	case errors.Is(context.Cause(ctx), errShutdown):
		return watchOut{last.Answer, client.EndedShutdown}, nil
	}
	return nil, c.denied(errorOf(err))
}

// errOne ends an exchange after its last event; the connection is not used again.
var errOne = errors.New("the last event")

// stalled ends a watch whose look got stuck.
func (c *connection) stalled(call *varlink.Call) func() {
	return c.apology(call, &helper.Question{})
}

func (w *worker) beginWatch() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.setup.Watches > 0 && w.watches >= w.setup.Watches {
		return false
	}
	w.watches++
	w.bumpWatches(1)
	return true
}

func (w *worker) endWatch() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.watches--
	w.bumpWatches(-1)
}

// bumpWatches changes the gauge. The caller holds the lock.
func (w *worker) bumpWatches(n int64) {
	if w.notice.Counts == nil {
		w.notice.Counts = &Counts{}
	}
	w.notice.Counts.Watches += n
}
