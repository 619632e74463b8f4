package main

import (
	"context"
	"errors"
	"iter"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/runner"
)

// service is what is needed of a client.Client.
type service interface {
	runner.Asker
	Info(context.Context) (client.Info, error)
}

// asker asks the service. Only where none is installed this process looks by
// itself: it is the job's parent, and sees what the user may see.
type asker struct {
	service service
	local   runner.Asker // nil: this system allows no such look
}

func newAsker() asker { return asker{client.New(), local()} }

// Query is part of runner.Asker.
func (a asker) Query(ctx context.Context, t *client.Terminal) (client.Answer, error) {
	answer, err := a.service.Query(ctx, t)
	if err == nil && a.alone(ctx, answer) {
		return a.local.Query(ctx, t)
	}
	return answer, err
}

// Watch is part of runner.Asker.
func (a asker) Watch(ctx context.Context, t *client.Terminal, o client.WatchOptions) iter.Seq2[client.Event, error] {
	return func(yield func(client.Event, error) bool) {
		for e, err := range a.service.Watch(ctx, t, o) {
			if err == nil && a.alone(ctx, e.Answer) {
				a.local.Watch(ctx, t, o)(yield)
				return
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// alone reports that there is no service: not one that failed, refused or is
// somebody else's, for what it would not tell is not to be looked at behind its
// back.
func (a asker) alone(ctx context.Context, answer client.Answer) bool {
	if a.local == nil || answer.State != client.Unknown || answer.Reason != client.ReasonHelperMissing {
		return false
	}
	_, err := a.service.Info(ctx)
	return errors.Is(err, client.ErrNoService)
}
