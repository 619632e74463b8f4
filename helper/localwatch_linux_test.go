package helper

import (
	"context"
	"sync"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// TestLocalWatchLetsGo: the caller may close his master while he watches by it;
// that ends the job, and so the watch.
func TestLocalWatchLetsGo(t *testing.T) {
	r := newCat(t)
	term, err := client.FromFile(r.Master())
	if err != nil {
		t.Fatal(err)
	}
	var last client.Event
	within(t, "the caller cannot close his master", func() {
		var once sync.Once
		for e, err := range (Local{}).Watch(t.Context(), term, client.WatchOptions{}) {
			if err != nil {
				t.Errorf("watch: %v", err)
			}
			if last = e; waits(e) {
				once.Do(func() { _ = r.Close() })
			}
		}
	})
	if last.Ended != client.EndedGone {
		t.Errorf("the last event: %+v", last)
	}
}

// TestLocalWatchLeavesNothing: neither after the end of a watch nor when it is
// left, with a cache of the caller's and without.
func TestLocalWatchLeavesNothing(t *testing.T) {
	r := newCat(t)
	term, err := client.FromFile(r.Master())
	if err != nil {
		t.Fatal(err)
	}
	watch := func(cache *Cache, o client.WatchOptions) {
		for range (Local{Cache: cache}).Watch(t.Context(), term, o) {
			break
		}
	}
	watch(nil, client.WatchOptions{}) // whatever is opened once only is open now
	before := openFiles(t)
	watch(nil, client.WatchOptions{})
	watch(nil, client.WatchOptions{Timeout: ms})
	cache, err := NewCache()
	if err != nil {
		t.Fatal(err)
	}
	watch(cache, client.WatchOptions{})
	cache.Close()
	await(t, "no descriptor left", func() bool { return openFiles(t) <= before })
}

// TestLocalWatchesShare: watches with one cache take no news from each other.
func TestLocalWatchesShare(t *testing.T) {
	cache := newTestCache(t)
	var told, done sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	for range 2 {
		r := newCat(t)
		term, err := client.FromFile(r.Master())
		if err != nil {
			t.Fatal(err)
		}
		told.Add(1)
		first := sync.OnceFunc(told.Done)
		done.Go(func() {
			for e := range (Local{Cache: cache}).Watch(ctx, term, client.WatchOptions{}) {
				if waits(e) {
					first()
				}
			}
		})
	}
	within(t, "nobody waits", told.Wait)
	hubs.mu.Lock()
	if h := hubs.of[cache]; h == nil || h.watches != 2 {
		t.Errorf("two watches: %+v", h)
	}
	hubs.mu.Unlock()
	cancel()
	within(t, "the watches go on", done.Wait)
	hubs.mu.Lock()
	defer hubs.mu.Unlock()
	if h := hubs.of[cache]; h != nil {
		t.Errorf("no watch is left: %+v", h)
	}
}

// TestStalledAmongOthers: a look that got stuck is told of while watches come
// and go.
func TestStalledAmongOthers(t *testing.T) {
	r, h := newCat(t), stepped(t)
	h.join(t, asMe(client.WatchOptions{}), r.slave)
	g := h.onlyGroup(t)
	var done sync.WaitGroup
	done.Go(func() {
		for range 100 {
			g.stalled(h)
		}
	})
	for range 100 {
		s, err := h.subscribe(asMe(client.WatchOptions{}), r.slave)
		if err != nil {
			t.Error(err)
			break
		}
		h.unsubscribe(s)
	}
	done.Wait()
}
