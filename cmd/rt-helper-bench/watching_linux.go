package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// watching is a number of watches in progress.
type watching struct {
	jobs   jobs
	cancel context.CancelFunc
	done   sync.WaitGroup

	mu   sync.Mutex
	told map[string]bool // terminals of which something was told
	odd  []string        // answers that cannot tell
	err  error
}

// watchMany starts jobs and watches, and returns when each terminal was told of.
func (b *bench) watchMany(socket string, c costly) (*watching, error) {
	ctx, cancel := context.WithCancel(b.ctx)
	w := &watching{cancel: cancel, told: map[string]bool{}}
	for range c.number {
		j, err := w.jobs.start(c.as, c.command...)
		if err != nil {
			return w, err
		}
		if c.signal != 0 {
			if err := j.signal(c.signal); err != nil {
				return w, err
			}
		}
	}
	cl := clientAs(c.as, socket)
	if c.all {
		w.follow(ctx, cl, nil)
	} else {
		for _, j := range w.jobs {
			w.follow(ctx, cl, j)
		}
	}
	return w, await(ctx, "the first answer about each terminal", func() (bool, error) { return w.complete(), w.failure() })
}

// follow watches one terminal, or all if j is nil, until the end.
func (w *watching) follow(ctx context.Context, c *client.Client, j *job) {
	w.done.Go(func() {
		events := c.WatchAll(ctx, client.WatchOptions{Lateness: 500 * time.Millisecond})
		if j != nil {
			t, err := client.FromFile(j.Master())
			if err != nil {
				w.fail(err)
				return
			}
			defer t.Close()
			events = c.Watch(ctx, t, client.WatchOptions{})
		}
		for e, err := range events {
			if err != nil {
				w.fail(err)
				return
			}
			w.see(e)
		}
	})
}

func (w *watching) see(e client.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if e.State == client.Unknown {
		w.odd = append(w.odd, e.Sentence())
	} else if e.Terminal != nil {
		w.told[e.Terminal.Path] = true
	}
}

// complete reports that something was told of each terminal.
func (w *watching) complete() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, j := range w.jobs {
		if !w.told[j.Path()] {
			return false
		}
	}
	return true
}

func (w *watching) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil && !errors.Is(err, context.Canceled) {
		w.err = err
	}
}

func (w *watching) failure() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// note says what could not be told, "" if there was nothing of the kind.
func (w *watching) note() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.odd) == 0 {
		return ""
	}
	return fmt.Sprintf("%d answers could not tell, the last: %s", len(w.odd), w.odd[len(w.odd)-1])
}

// end ends the watches before their terminals.
func (w *watching) end() {
	if w == nil {
		return
	}
	w.cancel()
	w.done.Wait()
	w.jobs.end()
}
