package helper

import (
	"context"
	"errors"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// queued is how many events wait for a slow follower.
const queued = 64

// Follow calls emit with the answer now and after each change, until emit
// returns an error or ctx is done, and returns that error; nil after the last
// event of the watch. The descriptor is as for Question.Look; of a master only
// the slave is kept.
func (h *Hub) Follow(ctx context.Context, w Watch, fd int, emit func(client.Event) error) error {
	follow, err := h.begin(w, fd)
	if err != nil {
		return err
	}
	if w.Begun != nil {
		w.Begun()
	}
	return follow(ctx, emit)
}

// begin is the part of Follow that needs the descriptor; what it returns is the
// rest, to be called once.
func (h *Hub) begin(w Watch, fd int) (func(context.Context, func(client.Event) error) error, error) {
	s, err := h.subscribe(w, fd)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, emit func(client.Event) error) error {
		defer h.unsubscribe(s)
		return s.follow(ctx, emit)
	}, nil
}

func (s *subscription) follow(ctx context.Context, emit func(client.Event) error) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, ok := <-s.events:
			if !ok {
				return s.err
			}
			if err := emit(e); err != nil {
				return err
			}
			if e.Ended != "" {
				return nil
			}
		}
	}
}

// subscribe joins the group of the terminal, or begins one with a first look,
// by the master where that is given: it knows the session.
func (h *Hub) subscribe(w Watch, fd int) (*subscription, error) {
	state, err := newWatch(w.Options, time.Now())
	if err != nil {
		return nil, err
	}
	g, err := newGroup(w, fd)
	if err != nil {
		return nil, err
	}
	var a client.Answer
	h.guard(w.Stuck, func() {
		q := Question{Caller: w.Caller, Policy: w.Policy, Cache: h.cache, watched: true}
		a, _, err = q.Look(fd)
		g.inner = q.inner
	})
	if err != nil && !errors.Is(err, client.ErrGone) {
		g.close()
		return nil, err
	}
	s := &subscription{watch: state, events: make(chan client.Event, queued), stuck: w.Stuck}
	h.mu.Lock()
	defer h.mu.Unlock()
	s.see(a, err, time.Now())
	if s.over {
		g.close()
		return s, nil
	}
	switch old := h.groups[g.key]; {
	case old == nil:
	case old.gone():
		h.bury(old)
	default:
		g.close()
		g = old
	}
	h.groups[g.key] = g
	g.subs[s] = struct{}{}
	g.hurry(time.Now())
	h.kick()
	return s, nil
}

// unsubscribe takes a watch out of its group. The goroutine closes the group if
// it was the last: it may be using it.
func (h *Hub) unsubscribe(s *subscription) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s.over = true
	for _, g := range h.groups {
		if _, ok := g.subs[s]; ok {
			g.remove(s)
			g.next = time.Time{}
			h.kick()
		}
	}
}
