package service

import (
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/attack"
)

// Row 34: the owner closes a master that is watched, or asked about all the
// time. Its job is hung up, for nobody else holds the master.
func TestThreat34HangUp(t *testing.T) {
	for _, how := range []string{"watched", "asked"} {
		t.Run(how, func(t *testing.T) {
			s := serve(t, helper.PolicyOwn)
			about := screenOf(t, mallory)
			job := about.runs(t, mallory, "cat")
			told := keepAsking(t, s, about, how == "watched")
			if err := about.Close(); err != nil {
				t.Fatal(err)
			}
			await(t, "the hang-up of the job", func() bool { return attack.State(job.Process.Pid) == 'Z' })
			within(t, "the end of the questions", func() { <-told })
		})
	}
}

// keepAsking asks by the master, and returns when the first answer came; the
// channel is closed when there are no more.
func keepAsking(t *testing.T, s *served, about *screen, watch bool) <-chan struct{} {
	t.Helper()
	m, first, told := s.as(t, mallory), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(told)
		heard := false
		note := func(a client.Answer) {
			if !heard && a.State == client.Waiting {
				heard = true
				close(first)
			}
		}
		if watch {
			for e := range m.Watch(t.Context(), about.master, client.WatchOptions{}) {
				note(e.Answer)
			}
			return
		}
		for {
			a, err := m.Query(t.Context(), about.master)
			if err != nil || a.State != client.Waiting && heard {
				return
			}
			note(a)
		}
	}()
	within(t, "the first answer", func() { <-first })
	return told
}
