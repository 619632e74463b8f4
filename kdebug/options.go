package kdebug

import (
	"log/slog"
	"time"
)

// Options configure a Tracer. The zero value is good.
type Options struct {
	// Program is this program's name as the kernel shows it (16 characters at
	// the most): a trace that a dead process of this name left is cleaned up.
	Program string
	// Events is how many records the kernel's buffers shall hold; it may round
	// up. 0 means 262,144 (16 MB).
	Events int
	// Linger is how long the trace outlives its last watcher. 0 means 5 s.
	Linger time.Duration
	// Log gets a line for each start, end, gap and failure of the trace.
	Log *slog.Logger
}

const (
	defaultProgram = "rt-helper"
	defaultEvents  = 262144
	defaultLinger  = 5 * time.Second

	drainEvery = 100 * time.Millisecond // a buffer of 376,832 events wraps in 0.38 s at a million a second
	retryFirst = time.Second
	retryLast  = 30 * time.Second
)

func (o Options) withDefaults() Options {
	if o.Program == "" {
		o.Program = defaultProgram
	}
	if o.Events == 0 {
		o.Events = defaultEvents
	}
	if o.Linger == 0 {
		o.Linger = defaultLinger
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}
