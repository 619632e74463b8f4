package kdebug

import (
	"context"
	"sync"
	"time"
)

// Tracer holds the kernel's trace while somebody watches, and answers what the
// threads of a terminal's processes do. Its methods may be called from any
// goroutine.
type Tracer struct {
	kernel  Kernel
	options Options
	lock    semaphore // guards all below

	session  *session // nil: no trace of ours
	started  time.Time
	watchers int
	paused   bool
	closed   bool
	trouble  Trouble     // why there is no session though somebody watches
	timer    *time.Timer // ends the lingering, or starts the next try
	backoff  time.Duration
	starts   int
	gaps     int // of earlier sessions
	sink     func(Batch)
}

// New makes a Tracer that does not trace yet.
func New(k Kernel, o Options) *Tracer {
	return &Tracer{kernel: k, options: o.withDefaults(), lock: newSemaphore()}
}

// Watch starts the trace if it is off, and keeps it on until the returned
// function is called. When it returns, whatever a thread does from now on is
// seen: start the command afterwards. A trace that cannot be had is no error:
// looks say why, and the Tracer tries again with pauses of 1 to 30 s. The
// error is the context's or ErrClosed.
func (t *Tracer) Watch(ctx context.Context) (release func(), err error) {
	if err := t.lock.lock(ctx); err != nil {
		return nil, err
	}
	defer t.lock.unlock()
	if t.closed {
		return nil, ErrClosed
	}
	t.watchers++
	if t.session != nil {
		t.stopTimer()
	} else if t.watchers == 1 {
		t.start()
	}
	return sync.OnceFunc(t.release), nil
}

func (t *Tracer) release() {
	_ = t.lock.lock(context.Background())
	defer t.lock.unlock()
	if t.watchers--; t.watchers > 0 || t.closed {
		return
	}
	if t.session == nil {
		t.idle()
		return
	}
	t.after(t.options.Linger, func() {
		if t.watchers == 0 {
			_ = t.stop("nobody watches")
		}
	})
}

// Pause frees the slot at once for another tool, whoever watches, until Resume.
func (t *Tracer) Pause(ctx context.Context) error {
	return t.locked(ctx, func() error {
		t.paused = true
		t.trouble = Trouble{Reason: ReasonTracingBusy, Detail: "tracing is paused; `rt-helper trace resume` ends that"}
		return t.stop("paused")
	})
}

// Resume ends a Pause.
func (t *Tracer) Resume(ctx context.Context) error {
	return t.locked(ctx, func() error {
		if !t.paused {
			return nil
		}
		t.paused = false
		t.idle()
		if t.watchers > 0 {
			t.start()
		}
		return nil
	})
}

// Cleanup frees the slot if a process of this program died without doing so.
// Call it once at start, with uid 0.
func (t *Tracer) Cleanup(ctx context.Context) error {
	return t.locked(ctx, func() error {
		if t.session != nil {
			return nil
		}
		return t.cleanup()
	})
}

func (t *Tracer) cleanup() error {
	holder, err := privilegedHolder(t.kernel)
	if err != nil {
		return err
	}
	if holder.Kind == HolderSelf || holder.Kind == HolderAbandoned && holder.Program == t.options.Program {
		t.options.Log.Info("freeing a trace that a dead process left", "program", holder.Program)
		return remove(t.kernel)
	}
	return nil
}

// Close frees the slot and ends the Tracer. It takes 100 to 200 ms if the trace
// is on. A process that exits without it leaves the machine tracing.
func (t *Tracer) Close() error {
	_ = t.lock.lock(context.Background())
	defer t.lock.unlock()
	if t.closed {
		return nil
	}
	t.closed = true
	return t.stop("closing")
}

// locked runs f under the lock of an open Tracer.
func (t *Tracer) locked(ctx context.Context, f func() error) error {
	if err := t.lock.lock(ctx); err != nil {
		return err
	}
	defer t.lock.unlock()
	if t.closed {
		return ErrClosed
	}
	return f()
}
