package service

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// quiet passes on one record of a kind in a while, and says with the next how
// many it kept back: callers can make the same thing happen as often as they
// like. A kind is a message about a budget key.
type quiet struct {
	slog.Handler
	kinds *kinds
}

type kinds struct {
	mu   sync.Mutex
	seen map[string]kind
}

type kind struct {
	at   time.Time // of the last record passed on
	kept int       // since
}

const (
	quietTime = 10 * time.Second
	maxKinds  = 1000
)

func newQuiet(h slog.Handler) *quiet { return &quiet{h, &kinds{seen: map[string]kind{}}} }

// Handle is part of slog.Handler.
func (q *quiet) Handle(ctx context.Context, r slog.Record) error {
	name := r.Message
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "key" {
			name += " " + a.Value.String()
		}
		return true
	})
	pass, kept := q.kinds.note(name, r.Time)
	if !pass {
		return nil
	}
	if kept > 0 {
		r = r.Clone()
		r.AddAttrs(slog.Int("more", kept))
	}
	return q.Handler.Handle(ctx, r)
}

// note says whether a record is to be passed on, and how many were not since
// the last that was.
func (k *kinds) note(name string, now time.Time) (pass bool, kept int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	s, known := k.seen[name]
	if known && now.Sub(s.at) < quietTime {
		s.kept++
		k.seen[name] = s
		return false, 0
	}
	if len(k.seen) >= maxKinds {
		clear(k.seen)
	}
	k.seen[name] = kind{at: now}
	return true, s.kept
}

// WithAttrs is part of slog.Handler.
func (q *quiet) WithAttrs(a []slog.Attr) slog.Handler { return &quiet{q.Handler.WithAttrs(a), q.kinds} }

// WithGroup is part of slog.Handler.
func (q *quiet) WithGroup(name string) slog.Handler {
	return &quiet{q.Handler.WithGroup(name), q.kinds}
}
