package service

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

// watch answers now, and after each change. It has no deadline of its own.
func (v *visitor) watch(ctx context.Context, call *varlink.Call) (any, *varlink.Error) {
	var in watchIn
	if fail := call.Decode(&in); fail != nil {
		return nil, fail
	}
	if name := in.wrong(); name != "" {
		return nil, varlink.InvalidParameter(name)
	}
	if !v.s.beginWatch(v.user) {
		return nil, v.denied(varlink.NewError(varlink.Busy, "too many watches of yours are in progress"))
	}
	defer v.s.endWatch(v.user)
	run := func(emit func(client.Event) error) error { return v.followAll(ctx, call, in, emit) }
	if !in.All {
		where, fail := v.where(in.Descriptor, in.Path, call)
		if fail != nil {
			return nil, v.denied(fail)
		}
		run = func(emit func(client.Event) error) error { return v.follow(ctx, call, in, where, emit) }
	}
	last, fail := answerWatch(call, in.All, run)
	if fail != nil {
		return nil, v.denied(fail)
	}
	return last, nil
}

// follow watches one terminal. A descriptor is given back with the first event:
// one that stays open keeps a closed terminal's job alive.
func (v *visitor) follow(ctx context.Context, call *varlink.Call, in watchIn, where target, emit func(client.Event) error) error {
	release := func() {}
	if where.path == "" {
		call.Keep()
		release = sync.OnceFunc(func() { v.discard(where.fd) })
	}
	defer release()
	w := helper.Watch{Caller: v.caller(), Policy: v.s.Policy, Options: in.options(), Stuck: v.apology(call)}
	return v.s.answers.follow(ctx, w, where, func(e client.Event) error {
		release()
		return emit(e)
	})
}

// followAll watches every terminal of the caller, those opened later included.
// The end of a terminal is an event, and not the end of the watch.
func (v *visitor) followAll(ctx context.Context, call *varlink.Call, in watchIn, emit func(client.Event) error) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	a := &allPaths{v: v, call: call, in: in, allEvents: allEvents{end: end, emit: emit}, watched: map[string]bool{}}
	defer a.close()
	if in.TimeoutMS > 0 {
		stop := time.AfterFunc(in.options().Timeout, a.timeout)
		defer stop.Stop()
		a.in.TimeoutMS = 0
	}
	defer a.follows.Wait()
	defer end(nil)
	t := time.NewTicker(newTerminals)
	defer t.Stop()
	for {
		for _, path := range v.s.answers.terminals(v.caller()) {
			if a.begin(path) {
				a.follows.Go(func() { a.follow(ctx, path) })
			}
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-t.C:
		}
	}
}

// allPaths is one watch of all terminals.
type allPaths struct {
	allEvents
	v       *visitor
	call    *varlink.Call
	in      watchIn
	follows sync.WaitGroup
	watched map[string]bool // guarded by mu
}

// begin makes a terminal a watched one. The first is the watch itself; each
// other counts as one more.
func (a *allPaths) begin(path string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.watched[path] || len(a.watched) > 0 && !a.v.s.beginWatch(a.v.user) {
		return false
	}
	a.watched[path] = true
	return true
}

// follow watches one of the terminals.
func (a *allPaths) follow(ctx context.Context, path string) {
	err := a.v.follow(ctx, a.call, a.in, target{path: path, fd: -1}, a.event)
	a.mu.Lock()
	defer a.mu.Unlock()
	if delete(a.watched, path); len(a.watched) > 0 {
		a.v.s.endWatch(a.v.user)
	}
	if err != nil && !errors.Is(err, errOne) && !notOne(err) {
		a.end(err)
	}
}
