package service

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/attack"
)

// TestKilledWorkerUnderLoad kills a worker while clients ask: each goes on with
// a new connection, and nobody gets a wrong answer.
func TestKilledWorkerUnderLoad(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	about := screenOf(t, mallory)
	about.runs(t, mallory, "cat")
	mustBe(t, s.as(t, mallory), about.slave, client.Waiting)
	var asking sync.WaitGroup
	var before, after atomic.Int64
	var dead atomic.Bool
	for range 4 {
		m := s.as(t, mallory)
		asking.Go(func() {
			for after.Load() < 200 && !t.Failed() {
				counter := &before
				if dead.Load() {
					counter = &after
				}
				a, err := m.Query(t.Context(), about.slave)
				if err != nil || a.State != client.Waiting {
					t.Errorf("%s, %v", a.Sentence(), err)
				}
				counter.Add(1)
			}
		})
	}
	await(t, "load", func() bool { return before.Load() > 100 || t.Failed() })
	killed(t, children(t, WorkerCommand)[0])
	dead.Store(true)
	within(t, "the clients", asking.Wait)
}

// TestKilledService kills the whole service while a client asks, and starts it
// again: the answers in between say that there is none.
func TestKilledService(t *testing.T) {
	a := startApart(t, 0, "/proc/self/exe")
	about := screenOf(t, mallory)
	about.runs(t, mallory, "cat")
	m := a.as(t, mallory)
	mustBe(t, m, about.slave, client.Waiting)
	if err := a.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	gone := []client.Reason{client.ReasonHelperMissing, client.ReasonNoReply}
	for range 20 {
		got, err := ask(t, m, about.slave)
		if err != nil || got.State != client.Waiting && !slices.Contains(gone, got.Reason) {
			t.Errorf("%s, %v", got.Sentence(), err)
		}
	}
	_ = a.cmd.Wait()
	a.start(t, 0, "/proc/self/exe")
	mustBe(t, m, about.slave, client.Waiting)
}

// Row 26: the service ends although a worker, and what was refused, are stuck.
func TestThreat26EndsWhileStuck(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	about := screenOf(t, mallory)
	r := about.attacked(t, s, attack.Attack{Program: "epoll"})
	asleep(t, r, unix.SYS_EPOLL_PWAIT)
	mustBeStalled(t, s, about)
	f := begun(t, attack.Attack{Dir: s.dir, Program: "flood", Args: []string{s.path, "16", "dirty"}})
	if _, err := f.Await("ready"); err != nil {
		t.Fatal(err)
	}
	s.end()
	f.End()
	r.End()
}
