package service

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/varlink"
	"github.com/rt-helper/rt-helper/kdebug"
)

// alone serves from one process, as macOS has it: all share the one trace. What
// a caller sent can be closed only in places of his own, of which he has a few:
// if his closes do not come back, he waits, and nobody else. A look can be held
// up by its target in one way: the kernel asks an open file's file system about
// it, and that may not answer. Others are then told that the look stalled, and
// if it goes on for long the service ends: launchd starts it anew.
type alone struct {
	Config
	answers answers
	tracer  *kdebug.Tracer // nil: there is no trace
	dog     *watchdog
	stop    context.CancelCauseFunc
	callers sync.WaitGroup

	mu     sync.Mutex
	quota  *quota
	users  map[uint32]*user
	counts Counts
}

// answers are where the methods get theirs.
type answers interface {
	look(c helper.Caller, where target, explain bool) (client.Answer, []string, error)
	// follow needs the target until the first event.
	follow(ctx context.Context, w helper.Watch, where target, emit func(client.Event) error) error
	// terminals lists the paths of the caller's terminals.
	terminals(c helper.Caller) []string
}

// target is a terminal by its path, or else by a descriptor.
type target struct {
	path string
	fd   int
}

var errStuck = errors.New("a look did not come back")

// aloneDeadline is longer than that of a worker: with one process for all, a
// slow look must not end the service.
const aloneDeadline = 10 * time.Second

// endPatience bounds the wait at the end, for calls and for the trace.
const endPatience = 2 * time.Second

func newAlone(c Config, tracer *kdebug.Tracer) *alone {
	c.Log = slog.New(newQuiet(c.Log.Handler()))
	s := &alone{Config: c, tracer: tracer, quota: newQuota(c.Limits), users: map[uint32]*user{}, stop: func(error) {}}
	s.dog = newWatchdog(func(why string, tell func()) {
		tell()
		s.count(func(n *Counts) { n.Stuck++ })
		s.Log.Error("a look did not come back; the service ends", "why", why)
		s.stop(errStuck)
	})
	s.dog.hard = aloneDeadline
	return s
}

// serve answers on the listener until ctx is done. It leaves no trace behind,
// neither its own nor that of a service that died.
func (s *alone) serve(ctx context.Context) error {
	ctx, s.stop = context.WithCancelCause(ctx)
	defer s.stop(nil)
	calls, end := context.WithCancelCause(context.Background())
	defer end(nil)
	s.cleanUp(ctx)
	stop := context.AfterFunc(ctx, func() { _ = s.Listener.SetDeadline(time.Now()) })
	defer stop()
	go s.housekeep(ctx)
	err := accept(ctx, s.Config, func(c *net.UnixConn) { s.take(calls, c) }, func(c *net.UnixConn) { _ = c.Close() })
	end(errShutdown)
	doneWithin(endPatience, s.callers.Wait)
	s.endTrace()
	writeMetrics(s.Config, s.total())
	if errors.Is(context.Cause(ctx), errStuck) {
		return errStuck
	}
	return err
}

// cleanUp frees the trace if a service died that had it.
func (s *alone) cleanUp(ctx context.Context) {
	if s.tracer == nil {
		return
	}
	if err := s.tracer.Cleanup(ctx); err != nil {
		s.Log.Warn("look for an abandoned trace", "err", err)
	}
}

func (s *alone) endTrace() {
	if s.tracer == nil {
		return
	}
	if !doneWithin(endPatience, func() { _ = s.tracer.Close() }) {
		s.Log.Error("the trace may still be on: a look has it that does not come back; the next start ends it")
	}
}

// doneWithin waits for f, for a while.
func doneWithin(d time.Duration, f func()) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
		return true
	case <-time.After(d):
		return false
	}
}

// take serves a connection in a goroutine of its own, or refuses it.
func (s *alone) take(ctx context.Context, c *net.UnixConn) {
	uid, err := varlink.PeerUID(c)
	if err != nil {
		go s.user(unnamed).refuse(c, "the kernel does not say who you are")
		return
	}
	u := s.user(uid)
	if reason := s.admit(uid); reason != "" {
		go u.refuse(c, reason)
		return
	}
	s.callers.Go(func() {
		s.attend(ctx, uid, u, c)
		s.gone(uid)
	})
}

// attend serves a connection until its end.
func (s *alone) attend(ctx context.Context, uid uint32, u *user, c *net.UnixConn) {
	conn, err := varlink.NewConn(c)
	if err != nil {
		u.close(func() { _ = c.Close() })
		return
	}
	v := &visitor{s: s, uid: uid, user: u, conn: conn}
	_ = v.service().Serve(ctx, conn)
	u.close(func() { _ = conn.Close() })
}

// housekeep writes the counters now and then.
func (s *alone) housekeep(ctx context.Context) {
	t := time.NewTicker(2 * time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			writeMetrics(s.Config, s.total())
		}
	}
}
