package runner

import (
	"context"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// watch is one Watch of an asker, in a goroutine of its own.
type watch struct {
	events chan event // closed when the watch has ended
	stop   context.CancelFunc
	writes int       // what had been typed when it began
	after  string    // the wait that does not count in it
	until  time.Time // when that wait counts again
}

type event struct {
	client.Answer
	err error
}

// watch begins a watch of the job as it is after all that was typed.
func (j *Job) watch(ctx context.Context) *watch {
	ctx, stop := context.WithCancel(ctx)
	w := &watch{events: make(chan event), stop: stop}
	w.writes, w.after, w.until = j.in.stale(time.Now())
	go func() {
		defer close(w.events)
		for e, err := range j.options.Asker.Watch(ctx, j.terminal, client.WatchOptions{After: w.after}) {
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
