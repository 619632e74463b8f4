package kdebug

import (
	"context"
	"errors"
	"syscall"
	"time"
)

// The methods of this file are called with the lock held.

// start tries to get the trace; a failure leaves its reason and a next try.
func (t *Tracer) start() {
	t.stopTimer()
	if t.paused || t.closed || t.session != nil {
		return
	}
	s, err := startSession(t.kernel, t.options.Events)
	t.starts++
	t.started = time.Now()
	if err != nil {
		t.options.Log.Warn("cannot trace", "error", err)
		t.fail(troubleOf(err))
		return
	}
	s.sink = t.sink
	t.session, t.trouble, t.backoff = s, Trouble{}, 0
	t.options.Log.Info("tracing", "events", len(s.buf)/RecordSize*s.chunks)
	go t.follow(s)
}

// fail notes why there is no trace and tries again later.
func (t *Tracer) fail(trouble Trouble) {
	t.trouble = trouble
	t.backoff = min(max(2*t.backoff, retryFirst), retryLast)
	t.after(t.backoff, func() {
		if t.watchers > 0 {
			t.start()
		}
	})
}

// stop ends the trace.
func (t *Tracer) stop(why string) error {
	t.stopTimer()
	t.backoff = 0
	s := t.forgetSession()
	if s == nil {
		return nil
	}
	err := s.stop()
	if err != nil {
		t.options.Log.Error("the trace may still be on", "why", why, "error", err)
	} else {
		t.options.Log.Info("tracing ended", "why", why)
	}
	return err
}

func (t *Tracer) forgetSession() *session {
	s := t.session
	t.session = nil
	if s != nil {
		t.gaps += s.threads.gaps
	}
	return s
}

// idle forgets why there was no trace once nobody wants one.
func (t *Tracer) idle() {
	t.stopTimer()
	t.backoff = 0
	if !t.paused {
		t.trouble = Trouble{}
	}
}

// catchUp brings the thread table up to date. If the trace is lost, the table
// goes with it: an answer from an old one would be a guess.
func (t *Tracer) catchUp() {
	if t.session == nil {
		return
	}
	gaps := t.session.threads.gaps
	err := t.session.catchUp()
	if now := t.session.threads.gaps; now > gaps {
		t.options.Log.Debug("gap in the trace", "why", t.session.threads.gap)
	}
	if err != nil {
		t.lost(err)
	}
}

// lost drops a trace that somebody took or reset. One that was reset is started
// again at once, but not twice a second.
func (t *Tracer) lost(err error) {
	t.options.Log.Warn("trace lost", "error", err)
	t.forgetSession().leave()
	if err := removeOurs(t.kernel); err != nil {
		t.options.Log.Warn("cannot free the trace", "error", err)
	}
	switch {
	case t.watchers == 0:
		t.idle()
	case errors.Is(err, errGone) && time.Since(t.started) > retryFirst:
		t.start()
	default:
		t.fail(troubleOf(err))
	}
}

// follow keeps the buffers from filling up while nobody looks.
func (t *Tracer) follow(s *session) {
	for s.wait(drainEvery) {
		if t.lock.lock(s.context) != nil {
			return
		}
		if t.session == s {
			t.catchUp()
		}
		t.lock.unlock()
	}
}

// after runs f under the lock when d is over, unless another timer replaces it.
func (t *Tracer) after(d time.Duration, f func()) {
	t.stopTimer()
	var timer *time.Timer
	timer = time.AfterFunc(d, func() {
		_ = t.lock.lock(context.Background())
		defer t.lock.unlock()
		if t.timer == timer {
			f()
		}
	})
	t.timer = timer
}

func (t *Tracer) stopTimer() {
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
}

// troubleOf explains to a user why there is no trace.
func troubleOf(err error) Trouble {
	var held *BusyError
	switch {
	case errors.As(err, &held):
		return Trouble{Reason: ReasonTracingBusy, Detail: held.Error() + "; end it, then ask again"}
	case errors.Is(err, syscall.EPERM):
		return Trouble{Reason: ReasonNotPermitted, Detail: "tracing needs uid 0: install the service"}
	case errors.Is(err, errGone):
		return Trouble{Reason: ReasonBeforeTrace, Detail: "another tool reset the trace; it is being started again"}
	}
	return Trouble{Reason: ReasonUnsupported, Detail: "the kernel refused to trace: " + err.Error()}
}
