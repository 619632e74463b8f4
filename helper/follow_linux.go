package helper

import (
	"context"
	"errors"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// CheckWatch says what is wrong with a watch's options.
func CheckWatch(o client.WatchOptions) error {
	_, err := newWatch(o, time.Time{})
	return err
}

// Watch follows one terminal.
type Watch struct {
	Caller  Caller
	Policy  Policy
	Options client.WatchOptions
	// Guard runs each look; nil: it is just run.
	Guard func(look func())
}

// Follow calls emit with the answer now and after each change, until emit
// returns an error or ctx is done, and returns that error. The descriptor is as
// for Question.Look.
func (w Watch) Follow(ctx context.Context, fd int, emit func(client.Event) error) error {
	s, err := newWatch(w.Options, time.Now())
	if err != nil {
		return err
	}
	for pause := quickest; ; {
		a, err := w.look(fd)
		if errors.Is(err, client.ErrGone) {
			return emit(client.Event{Answer: client.Answer{State: client.NoForeground}, Ended: client.EndedGone})
		}
		if err != nil {
			return err
		}
		e, report := s.see(a, time.Now())
		if report {
			if err := emit(e); err != nil {
				return err
			}
		}
		pause = s.pause(pause, report)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func (w Watch) look(fd int) (a client.Answer, err error) {
	q := Question{Caller: w.Caller, Policy: w.Policy}
	f := func() { a, _, err = q.Look(fd) }
	if w.Guard == nil {
		f()
	} else {
		w.Guard(f)
	}
	return a, err
}
