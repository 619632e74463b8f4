package helper

import (
	"context"
	"errors"
	"iter"
	"os"
	"sync"

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

// hub is the cache's, or one for this watch if there is no cache. Two hubs would take
// each other's news of the terminals.
func (l Local) hub() (*Hub, func(), error) {
	if l.Cache != nil {
		return hubs.join(l.Cache)
	}
	cache, err := NewCache()
	if err != nil {
		return nil, nil, err
	}
	h, done, err := hubs.join(cache)
	if err != nil {
		cache.Close()
		return nil, nil, err
	}
	return h, func() {
		done()
		cache.Close()
	}, nil
}

// sharedHubs are the hubs of watches without a service, one for each cache.
type sharedHubs struct {
	mu sync.Mutex
	of map[*Cache]*sharedHub
}

type sharedHub struct {
	*Hub
	watches int
}

var hubs = sharedHubs{of: map[*Cache]*sharedHub{}}

// join begins a watch, which ends with a call of the function.
func (s *sharedHubs) join(c *Cache) (*Hub, func(), error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of[c] == nil {
		h, err := NewHub(c, nil)
		if err != nil {
			return nil, nil, err
		}
		s.of[c] = &sharedHub{Hub: h}
	}
	h := s.of[c]
	h.watches++
	return h.Hub, func() { s.leave(c, h) }, nil
}

// leave returns when nothing of the hub uses the cache any more, if this was the last
// watch.
func (s *sharedHubs) leave(c *Cache, h *sharedHub) {
	s.mu.Lock()
	h.watches--
	last := h.watches == 0
	if last {
		delete(s.of, c)
	}
	s.mu.Unlock()
	if last {
		h.Close()
		h.wait()
	}
}
