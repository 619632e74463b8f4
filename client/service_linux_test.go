package client_test

import (
	"errors"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// TestService asks a real service.
func TestService(t *testing.T) {
	s := serve(t)
	c := s.as(t, os.Geteuid())
	cat := screenOf(t, os.Geteuid(), "cat")
	a := cat.mustWait(t, c)
	if a.Reader == nil || a.Reader.PID != cat.cmd.Process.Pid || a.Reader.Program != "cat" || a.Exclusive == nil || !*a.Exclusive || a.Wait == "" {
		t.Errorf("%+v", a)
	}
	if _, evidence, err := c.Explain(t.Context(), cat.term, "", true); err != nil || len(evidence) == 0 {
		t.Errorf("evidence %q, %v", evidence, err)
	}
	info, err := c.Info(t.Context())
	if err != nil || info.Version != "test" || info.Policy != "own" {
		t.Errorf("%+v, %v", info, err)
	}
	list, err := c.List(t.Context())
	found := false
	for _, a := range list {
		found = found || a.Terminal != nil && a.Terminal.Path == cat.Path()
	}
	if err != nil || !found {
		t.Errorf("%s is not in the list: %v", cat.Path(), err)
	}
}

// TestSlaveAsFile: a slave that is open for reading will do, and stays the
// caller's.
func TestSlaveAsFile(t *testing.T) {
	s := serve(t)
	cat := screenOf(t, os.Geteuid(), "cat")
	file, err := cat.Slave()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	term, err := client.FromFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := s.as(t, os.Geteuid())
	await(t, "a wait", func() bool {
		a, err := c.Query(t.Context(), term)
		return err == nil && a.State == client.Waiting
	})
	if err := term.Close(); err != nil {
		t.Error(err)
	}
	if _, err := file.Stat(); err != nil {
		t.Errorf("the caller's file was closed: %v", err)
	}
}

// TestLostWorker: a worker that is killed costs one connection and no answer.
func TestLostWorker(t *testing.T) {
	s := serve(t)
	c := s.as(t, os.Geteuid())
	cat := screenOf(t, os.Geteuid(), "cat")
	cat.mustWait(t, c)
	killWorkers(t)
	if a, err := c.Query(t.Context(), cat.term); err != nil || a.State != client.Waiting {
		t.Errorf("after the worker's end: %+v, %v", a, err)
	}
}

// TestRestart: a client outlives the service, and says so meanwhile.
func TestRestart(t *testing.T) {
	s := serve(t)
	c := s.as(t, os.Geteuid())
	cat := screenOf(t, os.Geteuid(), "cat")
	cat.mustWait(t, c)
	s.stop()
	await(t, "no service", func() bool {
		a, err := c.Query(t.Context(), cat.term)
		if err != nil {
			t.Fatal(err)
		}
		return a.Reason == client.ReasonHelperMissing
	})
	s.start(t)
	if a, err := c.Query(t.Context(), cat.term); err != nil || a.State != client.Waiting {
		t.Errorf("after the restart: %+v, %v", a, err)
	}
}

// TestConcurrentUse: one client and one terminal serve many goroutines.
func TestConcurrentUse(t *testing.T) {
	s := serve(t)
	c := s.as(t, os.Geteuid())
	cat := screenOf(t, os.Geteuid(), "cat")
	cat.mustWait(t, c)
	var done sync.WaitGroup
	for i := range 8 {
		done.Go(func() {
			for range 20 {
				if a, err := c.Query(t.Context(), cat.term); err != nil || a.State != client.Waiting {
					t.Errorf("%+v, %v", a, err)
				}
			}
			if _, err := c.Info(t.Context()); err != nil {
				t.Error(err)
			}
			for e, err := range c.Watch(t.Context(), cat.term, client.WatchOptions{Until: []string{"waiting"}}) {
				if err != nil || e.Ended != client.EndedUntil {
					t.Errorf("watch %d: %+v, %v", i, e, err)
				}
			}
		})
	}
	within(t, "eight goroutines", done.Wait)
}

// TestNotOwner: somebody else's terminal, by a descriptor of it.
func TestNotOwner(t *testing.T) {
	rootOnly(t)
	s := serve(t)
	cat := screenOf(t, 0, "cat")
	cat.mustWait(t, s.as(t, 0))
	c := s.as(t, nobody)
	if a, err := c.Query(t.Context(), cat.term); !errors.Is(err, client.ErrNotOwner) {
		t.Errorf("%+v, %v", a, err)
	}
	var last error
	for _, err := range c.Watch(t.Context(), cat.term, client.WatchOptions{Timeout: time.Minute}) {
		last = err
	}
	if !errors.Is(last, client.ErrNotOwner) {
		t.Errorf("watch: %v", last)
	}
}

// TestGone: the master of the terminal was closed.
func TestGone(t *testing.T) {
	s := serve(t)
	cat := screenOf(t, os.Geteuid(), "cat")
	slave, err := client.OpenTerminal(cat.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer slave.Close()
	c := s.as(t, os.Geteuid())
	cat.mustWait(t, c)
	if err := cat.Close(); err != nil {
		t.Fatal(err)
	}
	if a, err := c.Query(t.Context(), slave); !errors.Is(err, client.ErrGone) {
		t.Errorf("%+v, %v", a, err)
	}
}
