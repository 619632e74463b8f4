package helper

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// openFiles counts this process's descriptors.
func openFiles(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// running is a hub with its goroutine, that must leave nothing behind.
func running(t *testing.T, guard func(instead, look func())) *Hub {
	t.Helper()
	before := openFiles(t)
	cache, err := NewCache()
	if err != nil {
		t.Fatal(err)
	}
	h, err := NewHub(cache, guard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		h.Close()
		within(t, "the hub's goroutine goes on", h.wait)
		cache.Close()
		if after := openFiles(t); after > before {
			t.Errorf("%d descriptors before, %d after", before, after)
		}
	})
	return h
}

// TestUnsubscribe: when the last watch of a terminal ends, its group does.
func TestUnsubscribe(t *testing.T) {
	r := newCat(t)
	h := running(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var told, done sync.WaitGroup
	for range 3 {
		told.Add(1)
		first := sync.OnceFunc(told.Done)
		done.Go(func() {
			err := h.Follow(ctx, asMe(client.WatchOptions{}), r.slave, func(client.Event) error { first(); return nil })
			if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
		})
	}
	within(t, "no first event", told.Wait)
	cancel()
	within(t, "the watches go on", done.Wait)
	await(t, "no group left", func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return len(h.groups) == 0
	})
}

// TestGone: nobody holds the master that a watch began with, so closing it ends
// the job and the watches.
func TestGone(t *testing.T) {
	r := newCat(t)
	h := running(t, nil)
	var done sync.WaitGroup
	waiting := make(chan bool, 2)
	for _, fd := range []int{r.master, r.slave} {
		done.Go(func() {
			last := client.Event{}
			err := h.Follow(t.Context(), asMe(client.WatchOptions{}), fd, func(e client.Event) error {
				if waits(e) {
					waiting <- true
				}
				last = e
				return nil
			})
			if err != nil || last.Ended != client.EndedGone {
				t.Errorf("got %v, the last event %+v", err, last)
			}
		})
	}
	within(t, "nobody waits", func() { <-waiting; <-waiting })
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	within(t, "the job lives on", func() { _ = r.cmd.Wait() })
	within(t, "the watches go on", done.Wait)
}

// TestManyWatches: all terminals are looked at, one after the other.
func TestManyWatches(t *testing.T) {
	const many = 200
	var mu sync.Mutex
	looked, looking, most := 0, 0, 0
	// The terminals first, so that the hub's descriptors can be counted.
	cats := make([]*catOn, many)
	for i := range cats {
		cats[i] = newCat(t)
	}
	h := running(t, func(_, look func()) {
		mu.Lock()
		looking++
		most = max(most, looking)
		mu.Unlock()
		look()
		mu.Lock()
		looked++
		looking--
		mu.Unlock()
	})
	ctx, cancel := context.WithCancel(t.Context())
	var told, done sync.WaitGroup
	for _, r := range cats {
		told.Add(1)
		first := sync.OnceFunc(told.Done)
		done.Go(func() {
			_ = h.Follow(ctx, asMe(client.WatchOptions{}), r.slave, func(e client.Event) error {
				if waits(e) {
					first()
				}
				return nil
			})
		})
	}
	within(t, "not all of them wait", told.Wait)
	mu.Lock()
	looked, most = 0, 0 // without the first looks
	mu.Unlock()
	await(t, "another look at all", func() bool { mu.Lock(); defer mu.Unlock(); return looked >= 2*many })
	mu.Lock()
	if most != 1 {
		t.Errorf("%d looks at once at %d terminals", most, many)
	}
	mu.Unlock()
	cancel()
	within(t, "the watches go on", done.Wait)
}
