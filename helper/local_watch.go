package helper

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// Watch is like client.Client's Watch.
func (l Local) Watch(ctx context.Context, t *client.Terminal, o client.WatchOptions) iter.Seq2[client.Event, error] {
	return func(yield func(client.Event, error) bool) {
		w, err := newWatch(o, time.Now())
		if err != nil {
			yield(client.Event{}, err)
			return
		}
		pause := quickest
		for {
			a, err := l.Query(ctx, t)
			if errors.Is(err, client.ErrGone) {
				yield(client.Event{Answer: client.Answer{State: client.NoForeground}, Ended: client.EndedGone}, nil)
				return
			}
			if err != nil {
				yield(client.Event{}, err)
				return
			}
			e, report := w.see(a, time.Now())
			if report && (!yield(e, nil) || e.Ended != "") {
				return
			}
			pause = w.pause(pause, report)
			select {
			case <-ctx.Done():
				yield(client.Event{}, ctx.Err())
				return
			case <-time.After(pause):
			}
		}
	}
}
