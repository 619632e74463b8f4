package runner

import (
	"context"

	"github.com/rt-helper/rt-helper/client"
)

// watch is one Watch of an asker, in a goroutine of its own.
type watch struct {
	events chan event // closed when the watch has ended
	stop   context.CancelFunc
}

type event struct {
	client.Answer
	err error
}

// watch begins a watch in which the wait after does not count.
func (j *Job) watch(ctx context.Context, after string) *watch {
	ctx, stop := context.WithCancel(ctx)
	w := &watch{events: make(chan event), stop: stop}
	go func() {
		defer close(w.events)
		for e, err := range j.options.Asker.Watch(ctx, j.terminal, client.WatchOptions{After: after}) {
			select {
			case w.events <- event{e.Answer, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return w
}
