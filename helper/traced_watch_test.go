package helper

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

var errEnough = errors.New("enough")

// watch follows the terminal in a goroutine of its own.
func (b *mac) watch(ctx context.Context, uid uint32, o client.WatchOptions) (events chan client.Event, ended chan error) {
	h := newTracedHub(b.cache, nil)
	events, ended = make(chan client.Event, 100), make(chan error, 1)
	go func() {
		w := Watch{Caller: Caller{UID: uid}, Options: o}
		ended <- h.FollowAt(ctx, w, "/dev/ttys003", func(e client.Event) error { events <- e; return nil })
	}()
	return events, ended
}

// TestTracedWatch: the trace is on before the first event, and the events are
// the changes.
func TestTracedWatch(t *testing.T) {
	onMac(t, func(b *mac) {
		ctx, cancel := context.WithCancel(context.Background())
		events, ended := b.watch(ctx, me, client.WatchOptions{})
		if e := <-events; e.State != client.Running || !b.m.Recording() {
			t.Errorf("first event %+v, recording %v", e, b.m.Recording())
		}
		b.main.Call(b.job.Read(0))
		first := <-events
		if first.State != client.Waiting || first.Wait == "" {
			t.Errorf("it reads: %+v", first)
		}
		b.screen.Type(1)
		b.main.End(0)
		b.main.Call(b.job.Read(0))
		if e := <-events; e.State != client.Waiting || e.Wait == first.Wait {
			t.Errorf("it reads again: %+v", e)
		}
		time.Sleep(time.Second)
		if n := len(events); n != 0 {
			t.Errorf("%d events though nothing happened", n)
		}
		b.nodes.put("/dev/ttys003", node{})
		if e := <-events; e.Ended != client.EndedGone {
			t.Errorf("the terminal is gone: %+v", e)
		}
		if err := <-ended; err != nil {
			t.Errorf("ended with %v", err)
		}
		cancel()
		time.Sleep(10 * time.Second)
		if b.m.Recording() {
			t.Error("the trace goes on though nobody watches")
		}
	})
}

// TestTracedWatchEnds: a watch ends as it was asked to.
func TestTracedWatchEnds(t *testing.T) {
	for _, c := range []struct {
		name string
		o    client.WatchOptions
		want []string
	}{
		{"until", client.WatchOptions{Until: []string{"!unknown"}}, []string{"running until"}},
		{"timeout", client.WatchOptions{Timeout: time.Second}, []string{"running ", "running timeout"}},
	} {
		onMac(t, func(b *mac) {
			events, ended := b.watch(context.Background(), me, c.o)
			if err := <-ended; err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			close(events)
			var got []string
			for e := range events {
				got = append(got, string(e.State)+" "+e.Ended)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: %q", c.name, got)
			}
		})
	}
}

// TestTracedWatchRefused: who may not ask does not make the machine trace.
func TestTracedWatchRefused(t *testing.T) {
	onMac(t, func(b *mac) {
		_, ended := b.watch(context.Background(), 502, client.WatchOptions{})
		if err := <-ended; !errors.Is(err, client.ErrNotOwner) {
			t.Errorf("%v", err)
		}
		if s, err := b.cache.tracer.Status(context.Background()); err != nil || s.Starts != 0 {
			t.Errorf("%+v, %v", s, err)
		}
		if _, ended := b.watch(context.Background(), me, client.WatchOptions{Until: []string{"asleep"}}); <-ended == nil {
			t.Error("a state that does not exist")
		}
	})
}

// TestTracedWatchLeft: a watch ends with its context, its hub, or its follower.
func TestTracedWatchLeft(t *testing.T) {
	onMac(t, func(b *mac) {
		ctx, cancel := context.WithCancel(context.Background())
		events, ended := b.watch(ctx, me, client.WatchOptions{})
		<-events
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
		h := newTracedHub(b.cache, nil)
		b.nodes.fds[4] = b.nodes.paths["/dev/ttys003"]
		err := h.Follow(context.Background(), Watch{Caller: Caller{UID: me}}, 4, func(client.Event) error { return errEnough })
		if !errors.Is(err, errEnough) {
			t.Errorf("left: %v", err)
		}
		err = h.Follow(context.Background(), Watch{Caller: Caller{UID: me}}, 4, func(client.Event) error { h.Close(); return nil })
		if !errors.Is(err, errHubClosed) {
			t.Errorf("closed: %v", err)
		}
		h.wait()
	})
}

// TestTracedWatchStuck: who follows is told of a look that does not come back.
func TestTracedWatchStuck(t *testing.T) {
	onMac(t, func(b *mac) {
		told := false
		h := newTracedHub(b.cache, func(instead, look func()) { instead(); look() })
		w := Watch{Caller: Caller{UID: me}, Stuck: func() { told = true }, Options: client.WatchOptions{Until: []string{"running"}}}
		if err := h.FollowAt(context.Background(), w, "/dev/ttys003", func(client.Event) error { return nil }); err != nil || !told {
			t.Errorf("told %v, %v", told, err)
		}
	})
}

// TestTracedPause: nothing tells of a terminal's use, so that looks never
// become rare unless that is wanted.
func TestTracedPause(t *testing.T) {
	for _, c := range []struct {
		late time.Duration
		last time.Duration
		want time.Duration
	}{{0, quickest, 2 * quickest}, {0, time.Second, slowest}, {100 * time.Millisecond, time.Second, 100 * time.Millisecond}} {
		w := &watch{options: client.WatchOptions{Lateness: c.late}, pending: client.Answer{State: client.Waiting}}
		if got := tracedPause(w, c.last, false); got != c.want {
			t.Errorf("lateness %v after %v: %v, want %v", c.late, c.last, got, c.want)
		}
	}
}
