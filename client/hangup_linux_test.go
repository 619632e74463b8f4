package client_test

import (
	"os"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// TestWatchHoldsNoMaster: the caller closes the master that he watches by; that
// ends the job, and so the watch. Root watches another's terminal likewise.
func TestWatchHoldsNoMaster(t *testing.T) {
	s := serve(t)
	users := []int{os.Geteuid()}
	if os.Geteuid() == 0 {
		users = append(users, nobody)
	}
	for _, owner := range users {
		c := s.as(t, os.Geteuid())
		cat := screenOf(t, owner, "cat")
		cat.mustWait(t, c)
		var last client.Event
		within(t, "a watch", func() {
			for e, err := range c.Watch(t.Context(), cat.term, client.WatchOptions{}) {
				if err != nil {
					t.Errorf("watch: %v", err)
				}
				if last = e; e.State == client.Waiting {
					_ = cat.Close()
				}
			}
		})
		if last.Ended != client.EndedGone {
			t.Errorf("the last event: %+v", last)
		}
		within(t, "the end of the job", func() { _ = cat.cmd.Wait() })
	}
}

// TestShutdownIsTold: the end of the service is not that of the terminal.
func TestShutdownIsTold(t *testing.T) {
	s := serve(t)
	c := s.as(t, os.Geteuid())
	cat := screenOf(t, os.Geteuid(), "cat")
	cat.mustWait(t, c)
	var last client.Event
	within(t, "a watch", func() {
		for e, err := range c.Watch(t.Context(), cat.term, client.WatchOptions{}) {
			if err != nil {
				t.Errorf("watch: %v", err)
			}
			if last = e; e.Ended == "" {
				s.stop()
			}
		}
	})
	if last.Ended != client.EndedShutdown {
		t.Errorf("the last event: %+v", last)
	}
}
