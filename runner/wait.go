package runner

import (
	"context"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// Limits bound a Wait.
type Limits struct {
	// Timeout, from the call on; 0: none.
	Timeout time.Duration
	// Quiet is for how long nothing must be printed before Listening or Unknown
	// is an outcome; 0: three seconds.
	Quiet time.Duration
	// PassTimed makes a wait that ends by itself no outcome: the job goes on then,
	// though nobody types. Drive types at one, if there is something to type.
	PassTimed bool
}

const defaultQuiet = 3 * time.Second

// Wait returns at the job's next outcome. The error is the context's, or that of
// a write to Options.Output; the job goes on then, and the Outcome has no State:
// it tells the output and the job as they are.
func (j *Job) Wait(ctx context.Context, l Limits) (Outcome, error) {
	r, err := j.await(ctx, l.from(time.Now()))
	return j.outcome(r), err
}

// bounds are Limits at a point in time.
type bounds struct {
	deadline  time.Time
	quiet     time.Duration
	passTimed bool
}

func (l Limits) from(now time.Time) bounds {
	b := bounds{quiet: l.Quiet, passTimed: l.PassTimed}
	if l.Quiet <= 0 {
		b.quiet = defaultQuiet
	}
	if l.Timeout > 0 {
		b.deadline = now.Add(l.Timeout)
	}
	return b
}

// firstLook is how long after its start a command is first looked at: many have
// ended by then.
const firstLook = 3 * time.Millisecond

// waiter carries out one wait.
type waiter struct {
	job     *Job
	ctx     context.Context
	view    view
	answer  client.Answer // the last that counts
	watch   *watch        // nil: begin one at the time restart
	typed   typed         // as of the last watch's beginning
	restart time.Time
	refused int  // answers in a row that a second look did not confirm
	pass    bool // waits that end by themselves
}

func (j *Job) await(ctx context.Context, b bounds) (result, error) {
	w := waiter{job: j, ctx: ctx, view: view{deadline: b.deadline, quiet: b.quiet}, restart: j.begun.Add(firstLook), pass: b.passTimed}
	w.typed = j.in.stale(time.Now())
	w.forget()
	defer w.end()
	state, err := w.outcome()
	if err != nil {
		w.drainBriefly()
	}
	return result{state, w.answer}, err
}

func (w *waiter) outcome() (State, error) {
	for {
		pause := w.keepWatching()
		state, again := w.view.decide(time.Now())
		if state == "" {
			if err := w.next(min(pause, again)); err != nil {
				return "", err
			}
			continue
		}
		confirmed := w.confirmed(state)
		if err := w.job.out.failure(); err != nil {
			return "", err
		}
		if confirmed {
			return state, nil
		}
		if err := w.ctx.Err(); err != nil {
			return "", err
		}
	}
}

// forget makes the wait go on as if nothing had been answered yet.
func (w *waiter) forget() {
	w.answer = client.Answer{}
	w.view.kind, w.view.reason, w.view.since = Unknown, client.ReasonNoReply, time.Now()
	if w.job.options.Asker == nil {
		w.view.kind = "" // nor ever will
	}
}

// keepWatching sees to it that there is a watch that began after all that was
// typed. It returns after what time it wants to be called again.
func (w *waiter) keepWatching() time.Duration {
	const ever = time.Hour
	now := time.Now()
	w.view.printed, w.view.ended = w.job.out.printed(), w.job.finished()
	if w.job.options.Asker == nil {
		return ever
	}
	typed := w.job.in.stale(now)
	if typed.writes != w.typed.writes {
		w.forget()
	}
	if typed.writes != w.typed.writes || typed.after != w.typed.after {
		w.end()
		w.restart = now
	}
	if w.watch == nil {
		if wait := w.restart.Sub(now); wait > 0 {
			return wait
		}
		w.typed = typed
		w.watch = w.job.watch(w.ctx, typed.after)
	}
	if typed.after == "" {
		return ever
	}
	return typed.until.Sub(now)
}

// again ends the watch, and has another one begun after a pause.
func (w *waiter) again(pause time.Duration) {
	w.end()
	w.restart = time.Now().Add(pause)
}

func (w *waiter) end() {
	if w.watch != nil {
		w.watch.stop()
		w.watch = nil
	}
}

// next waits for something to happen, or for a while.
func (w *waiter) next(pause time.Duration) error {
	timer := time.NewTimer(max(pause, 0))
	defer timer.Stop()
	var events chan event
	if w.watch != nil {
		events = w.watch.events
	}
	select {
	case <-w.job.ended:
		w.view.ended = true
	case e, ok := <-events:
		w.take(e, ok)
	case <-w.job.in.typed: // keepWatching sees it
	case <-w.job.out.broken:
		return w.job.out.failure()
	case <-timer.C:
	case <-w.ctx.Done():
		return w.ctx.Err()
	}
	return nil
}

// rewatch is the pause before a watch that ended by itself is begun again.
const rewatch = 50 * time.Millisecond

// take takes an answer of the watch, unless something was typed since it began:
// the answer may be from before.
func (w *waiter) take(e event, ok bool) {
	if !ok {
		w.again(rewatch)
		return
	}
	if w.outdated() {
		return
	}
	a := e.Answer
	if e.err != nil {
		a = client.Answer{State: client.Unknown, Reason: ReasonRefused, Detail: e.err.Error()}
	}
	if w.job.options.Answered != nil {
		w.job.options.Answered(a)
	}
	w.see(a)
}

// see makes an answer the one that counts.
func (w *waiter) see(a client.Answer) {
	if a.State == client.Waiting && a.Wait != "" {
		if a.Wait == w.typed.after {
			return
		}
		w.job.in.saw(a.Wait)
	}
	w.answer = a
	kind, reason := w.kindOf(a)
	if kind != w.view.kind || reason != w.view.reason {
		w.view.kind, w.view.reason, w.view.since = kind, reason, time.Now()
	}
}
