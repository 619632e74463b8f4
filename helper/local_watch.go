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
		// Only the beginning needs the descriptor: the caller may close his master.
		var follow func(context.Context, func(client.Event) error) error
		err = t.Control(func(fd int) (err error) {
			follow, err = h.begin(w, fd)
			return err
		})
		if err == nil {
			err = follow(ctx, func(e client.Event) error {
				if !yield(e, nil) {
					return errLeft
				}
				return nil
			})
		}
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
		if own {
			cache.Close()
		}
		return nil, nil, err
	}
	return h, func() {
		h.Close()
		h.wait() // the cache may be closed after this
		if own {
			cache.Close()
		}
	}, nil
}
