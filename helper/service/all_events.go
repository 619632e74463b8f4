package service

import (
	"context"
	"sync"

	"github.com/rt-helper/rt-helper/client"
)

// allEvents makes one series of the events of all terminals.
type allEvents struct {
	over bool // guarded by mu, like last
	end  context.CancelCauseFunc

	mu   sync.Mutex
	emit func(client.Event) error
	last client.Answer
}

// close stops the series: who follows it has left.
func (a *allEvents) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.over = true
}

// timeout ends the watch with the last answer again.
func (a *allEvents) timeout() {
	a.mu.Lock()
	last := a.last
	a.mu.Unlock()
	_ = a.event(client.Event{Answer: last, Ended: client.EndedTimeout})
}

// event passes on what happened to one terminal.
func (a *allEvents) event(e client.Event) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.over {
		return errOne
	}
	if e.Ended == client.EndedGone && e.Terminal == nil {
		return nil // it was never reported
	}
	a.last = e.Answer
	err := a.emit(e)
	if err == nil && (e.Ended == client.EndedUntil || e.Ended == client.EndedTimeout) {
		err = errOne
	}
	if err != nil {
		a.end(err)
	}
	return err
}
