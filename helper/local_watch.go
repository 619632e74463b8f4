package helper

import (
	"context"
	"errors"
	"iter"
	"os"

	"github.com/rt-helper/rt-helper/client"
)

// Watch is like client.Client's Watch.
func (l Local) Watch(ctx context.Context, t *client.Terminal, o client.WatchOptions) iter.Seq2[client.Event, error] {
	return func(yield func(client.Event, error) bool) {
		w := Watch{Caller: Caller{UID: uint32(os.Getuid())}, Policy: l.Policy, Options: o}
		err := t.Control(func(fd int) error {
			return w.Follow(ctx, fd, func(e client.Event) error {
				if !yield(e, nil) || e.Ended != "" {
					return errLeft
				}
				return nil
			})
		})
		if err != nil && !errors.Is(err, errLeft) {
			yield(client.Event{}, err)
		}
	}
}

// errLeft ends a watch that nobody follows any more.
var errLeft = errors.New("the watch was left")
