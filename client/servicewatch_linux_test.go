package client_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// TestWatchService follows a program that waits, works, and waits again.
func TestWatchService(t *testing.T) {
	s := serve(t)
	c := s.as(t, os.Geteuid())
	cat := screenOf(t, os.Geteuid(), "cat")
	slave, err := client.OpenTerminal(cat.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer slave.Close()
	wait := cat.mustWait(t, c).Wait // before the watch begins
	waits := 0
	within(t, "a watch", func() {
		for e, err := range c.Watch(t.Context(), slave, client.WatchOptions{}) {
			if err != nil {
				t.Errorf("watch: %v", err)
			}
			switch {
			case e.Ended == client.EndedGone:
				waits += 100
			case e.State == client.Waiting && waits == 0:
				if e.Wait != wait {
					t.Errorf("the wait before is %q, the first told is %q", wait, e.Wait)
				}
				waits++
				cat.typeLine(t)
			case e.State == client.Waiting && e.Wait != wait && waits == 1:
				waits++
				_ = cat.Close() // nobody else holds the master
			}
		}
	})
	if waits != 102 {
		t.Errorf("told of %d waits", waits)
	}
}

func TestWatchOptions(t *testing.T) {
	s := serve(t)
	c := s.as(t, os.Geteuid())
	cat := screenOf(t, os.Geteuid(), "cat")
	sleep := screenOf(t, os.Geteuid(), "sleep", "3600")
	known := cat.mustWait(t, c).Wait
	for _, o := range []struct {
		name    string
		on      *screen
		options client.WatchOptions
		ended   string
		state   client.State
	}{
		{"a state that began before", cat, client.WatchOptions{Until: []string{"waiting"}}, client.EndedUntil, client.Waiting},
		{"any other", sleep, client.WatchOptions{Until: []string{"!waiting", "!running"}}, client.EndedUntil, client.Running},
		{"a known wait", cat, client.WatchOptions{After: known, Until: []string{"waiting"}, Timeout: 30 * time.Millisecond}, client.EndedTimeout, client.Waiting},
		{"time is up", sleep, client.WatchOptions{Until: []string{"waiting"}, Timeout: 30 * time.Millisecond}, client.EndedTimeout, client.Running},
		{"what lasts", cat, client.WatchOptions{Until: []string{"waiting"}, Settle: 30 * time.Millisecond}, client.EndedUntil, client.Waiting},
		{"what does not last so long", sleep, client.WatchOptions{Settle: time.Hour, Timeout: 30 * time.Millisecond}, client.EndedTimeout, client.Running},
	} {
		var last client.Event
		within(t, o.name, func() {
			for e, err := range c.Watch(t.Context(), o.on.term, o.options) {
				if err != nil {
					t.Errorf("%s: %v", o.name, err)
				}
				last = e
			}
		})
		if last.Ended != o.ended || last.State != o.state {
			t.Errorf("%s: %+v", o.name, last)
		}
	}
}

// TestWatchOutlives: a watch goes on when its worker is killed, and ends with
// the service.
func TestWatchOutlives(t *testing.T) {
	s := serve(t)
	c := s.as(t, os.Geteuid())
	cat := screenOf(t, os.Geteuid(), "cat")
	told := 0
	var last client.Event
	within(t, "a watch", func() {
		for e, err := range c.Watch(t.Context(), cat.term, client.WatchOptions{}) {
			if err != nil {
				t.Errorf("watch: %v", err)
			}
			if last = e; e.State != client.Waiting || e.Ended != "" {
				continue
			}
			switch told++; told {
			case 1:
				killWorkers(t)
			case 2:
				s.stop()
			}
		}
	})
	if told != 2 || last.Ended != client.EndedShutdown && last.Reason != client.ReasonHelperMissing {
		t.Errorf("told %d times, the last: %+v", told, last)
	}
}

// TestWatchAll: terminals that are open, those opened later, and their end.
func TestWatchAll(t *testing.T) {
	uid := os.Geteuid()
	if uid == 0 {
		uid = nobody // root is told of everybody's
	}
	s := serve(t)
	c := s.as(t, uid)
	first := screenOf(t, uid, "cat")
	first.mustWait(t, c)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var second *screen
	within(t, "a watch of all", func() {
		for e, err := range c.WatchAll(ctx, client.WatchOptions{}) {
			switch {
			case errors.Is(err, context.Canceled):
				return
			case err != nil:
				t.Errorf("watch: %v", err)
				return
			case second == nil && e.Terminal.Path == first.Path() && e.State == client.Waiting:
				second = screenOf(t, uid, "cat")
			case second != nil && e.Terminal.Path == second.Path() && e.Ended == client.EndedGone:
				cancel()
			case second != nil && e.Terminal.Path == second.Path() && e.State == client.Waiting:
				_ = second.Close()
			}
		}
	})
	if second == nil || ctx.Err() == nil {
		t.Error("the watch ended early")
	}
}
