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
		h, done, err := l.hub()
		if err != nil {
			yield(client.Event{}, err)
			return
		}
		defer done()
		err = t.Control(func(fd int) error {
			return h.Follow(ctx, w, fd, func(e client.Event) error {
				if !yield(e, nil) {
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

// hub makes a hub for one watch.
func (l Local) hub() (*Hub, func(), error) {
	cache, own := l.Cache, false
	if cache == nil {
		var err error
		if cache, err = NewCache(); err != nil {
			return nil, nil, err
		}
		own = true
	}
	h, err := NewHub(cache, nil)
	if err != nil {
		return nil, nil, err
	}
	return h, func() {
		h.Close()
		if own {
			h.wait()
			cache.Close()
		}
	}, nil
}
