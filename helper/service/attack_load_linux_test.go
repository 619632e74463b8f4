package service

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/attack"
)

// Row 17: more threads, and more descriptors, than are looked at.
func TestThreat17Crowd(t *testing.T) {
	for _, a := range []attack.Attack{
		{Program: "crowd", Args: []string{"10000"}},
		{Program: "select"},
	} {
		t.Run(a.Program, func(t *testing.T) {
			s := serve(t, helper.PolicyOwn)
			s.unharmed(t, func() {
				about := screenOf(t, mallory)
				a.Plain = true
				r := about.attacked(t, s, a)
				truth := client.Running
				if a.Program == "select" {
					truth = client.Waiting
					asleep(t, r, unix.SYS_PSELECT6)
				}
				for range 3 {
					mustBeTooMuch(t, s, about, truth)
				}
				if truth == client.Running { // what is done is not done again
					await(t, "the answer", func() bool { return mustBeTooMuch(t, s, about, truth) == truth })
				}
			})
		})
	}
}

// mustBeTooMuch asks once: the answer is that it cannot be told, or right.
func mustBeTooMuch(t *testing.T, s *served, about *screen, truth client.State) client.State {
	t.Helper()
	m := s.as(t, mallory)
	defer m.Close()
	a, err := ask(t, m, about.slave)
	tooMuch := []client.Reason{client.ReasonTooBig, client.ReasonStalledTarget, client.ReasonBusy}
	if err != nil || !slices.Contains(tooMuch, a.Reason) && a.State != truth {
		t.Errorf("%s, %v", a.Sentence(), err)
	}
	t.Logf("%s", a.Sentence())
	return a.State
}

// Row 18: connections on which nothing happens, more of them than are served.
func TestThreat18IdleConnections(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	s.unharmed(t, func() {
		for i := range 1000 {
			s.dial(t, mallory+100+i%10)
		}
		await(t, "refusals", func() bool { return s.counted().Refusals >= 1000-10*uint64(DefaultLimits.ConnectionsPerKey) })
		other := screenOf(t, bob)
		other.runs(t, bob, "cat")
		mustBe(t, s.as(t, bob), other.slave, client.Waiting)
	})
}

// Row 18: half a request and silence, and a caller that does not read.
func TestThreat18SlowCallers(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	s.unharmed(t, func() {
		half := s.dial(t, mallory)
		sends(t, half, `{"method":`)
		deaf := s.dial(t, mallory)
		text := strings.Repeat(`{"method":"org.varlink.service.GetInfo"}`+"\x00", 100)
		within(t, "the end of a caller that does not read", func() {
			for {
				if _, err := deaf.Write([]byte(text)); err != nil {
					return
				}
			}
		})
		readAll(t, half)
	})
}

// Row 29: an epoll list that costs more memory and time than one look may take,
// in a process with a small descriptor table. The service lives.
func TestThreat29LongList(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	s.unharmed(t, func() {
		about := screenOf(t, mallory)
		r := about.attacked(t, s, attack.Attack{Plain: true, Program: "longlist", Args: []string{"200000"}})
		await(t, "the sleep of the attacker's child", func() bool {
			return slices.ContainsFunc(processes(), func(pid int) bool {
				return parent(pid) == r.PID && attack.Sleeps(pid, unix.SYS_EPOLL_PWAIT)
			})
		})
		mustBeTooMuch(t, s, about, client.Unknown)
	})
}

// scoreOf is the file of a process's score for being killed for memory.
func scoreOf(pid int) string { return fmt.Sprintf("/proc/%d/oom_score_adj", pid) }

// Row 29: while a worker reads a list that a hostile process made long, it is to
// be killed before the workers of others.
func TestThreat29AtRisk(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	about := screenOf(t, mallory)
	about.attacked(t, s, attack.Attack{Plain: true, Program: "longlist", Args: []string{"200000"}})
	m := s.as(t, mallory)
	mustBeTooMuch(t, s, about, client.Unknown)
	worker := scoreOf(children(t, WorkerCommand)[0])
	ctx, enough := context.WithCancel(t.Context())
	var asking sync.WaitGroup
	asking.Go(func() {
		for ctx.Err() == nil {
			_, _ = m.Query(ctx, about.slave)
		}
	})
	await(t, "a higher score", func() bool { return fileText(t, worker) == "1000\n" })
	enough()
	asking.Wait()
	await(t, "the score at rest", func() bool { return fileText(t, worker) == "800\n" })
}

// Row 29: workers are the first to be killed for memory, and a user whose
// workers are killed gets no new ones for a while.
func TestThreat29KilledWorkers(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	own, hers := screenOf(t, mallory), screenOf(t, alice)
	own.runs(t, mallory, "cat")
	hers.runs(t, alice, "cat")
	m := s.as(t, mallory)
	for range DefaultLimits.StuckPerKey {
		mustBe(t, m, own.slave, client.Waiting)
		list := children(t, WorkerCommand)
		if len(list) != 1 {
			t.Fatalf("%d workers", len(list))
		}
		if text := fileText(t, scoreOf(list[0])); text != "800\n" {
			t.Errorf("oom_score_adj is %q", text)
		}
		killed(t, list[0])
	}
	mustBeBusy(t, s, own)
	mustBe(t, s.as(t, alice), hers.slave, client.Waiting)
}
