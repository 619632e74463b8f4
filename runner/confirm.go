package runner

import (
	"context"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// confirmed makes sure that an outcome is still true once all output before it
// has been read. If not, the wait goes on.
func (w *waiter) confirmed(s State) bool {
	switch s {
	case Finished:
		return w.job.out.drain(w.ctx)
	case Timeout:
		w.drainBriefly()
		w.lookOnce()
		return true
	case Waiting:
		return w.confirmWaiting()
	}
	before := w.job.out.count.Load()
	w.drainBriefly()
	return w.current() && w.job.out.count.Load() == before
}

// brief bounds a drain that is not needed for a complete output: whoever gets
// the output may not take it.
const brief = 100 * time.Millisecond

func (w *waiter) drainBriefly() {
	ctx, cancel := context.WithTimeout(context.Background(), brief)
	defer cancel()
	w.job.out.drain(ctx)
}

// lookOnce sees to it that an outcome says what the job does, though no watch has
// told yet.
func (w *waiter) lookOnce() {
	if w.answer.State != "" || w.job.options.Asker == nil {
		return
	}
	ctx, cancel := context.WithTimeout(w.ctx, brief)
	defer cancel()
	a, err := w.job.options.Asker.Query(ctx, w.job.terminal)
	if err == nil && ctx.Err() == nil && !w.outdated() && (a.Wait == "" || a.Wait != w.typed.after) {
		w.answer = a
	}
}

// secondLook is the time between two looks where one might be too early.
const secondLook = 2 * time.Millisecond

// confirmWaiting looks a second time: a wait that was ended by its own time
// limit, or by an answer of the terminal, is gone by then; and a relay that is
// found asleep then has passed on what was printed before the first look.
func (w *waiter) confirmWaiting() bool {
	if !w.settled() {
		return false
	}
	if w.doubtful() && !w.pause(secondLook) {
		return false
	}
	a, err := w.job.options.Asker.Query(w.ctx, w.job.terminal)
	if err != nil {
		a = client.Answer{State: client.Unknown}
	}
	switch kind, _ := w.kindOf(a); {
	case kind == Unknown: // cannot tell now, but could before
	case kind != Waiting, a.Wait != "" && a.Wait == w.typed.after:
		w.refuse()
		return false
	default:
		w.answer = a
		w.job.in.saw(a.Wait)
	}
	return w.settled()
}

// refuse makes the wait go on with a new watch: soon, and later each time.
func (w *waiter) refuse() {
	pause := min(time.Millisecond<<min(w.refused, 5), 20*time.Millisecond)
	w.refused++
	w.forget()
	w.again(pause)
}

// settled reads all output, and reports that nothing was typed meanwhile, by the
// runner itself for example, because a program asked its terminal.
func (w *waiter) settled() bool { return w.job.out.drain(w.ctx) && w.current() }

// current reports that the job has not ended, and that the watch began after all
// that was typed.
func (w *waiter) current() bool {
	select {
	case <-w.job.ended:
		w.view.ended = true
		return false
	default:
	}
	return !w.outdated()
}

// outdated reports that something was typed since the watch began. The next watch
// is keepWatching's to begin.
func (w *waiter) outdated() bool { return w.job.in.stale(time.Now()).writes != w.typed.writes }

// doubtful reports that a first look may have come too early: a relay may have
// output yet to pass on, a prompt may come through a pipe, or something that was
// typed may be on its way.
func (w *waiter) doubtful() bool {
	return len(w.answer.Via) > 0 || w.typed.writes > 0 || w.job.out.cursorLine() == ""
}

// pause waits; false: the job has ended, or ctx is done.
func (w *waiter) pause(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-w.job.ended:
		w.view.ended = true
	case <-w.ctx.Done():
	}
	return false
}
