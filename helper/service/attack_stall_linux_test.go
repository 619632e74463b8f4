package service

import (
	"bytes"
	"context"
	"net"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/attack"
)

// Row 13: a poll set in a page whose contents never come.
func TestThreat13StalledPollSet(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	s.unharmed(t, func() {
		for _, host := range []bool{false, true} {
			about := screenOf(t, mallory)
			asleep(t, about.attacked(t, s, attack.Attack{Program: "poll", Host: host}), unix.SYS_POLL)
			for range 3 {
				mustBeStalled(t, s, about)
			}
		}
	})
}

// mustBeStalled asks once about a terminal whose job cannot be looked at.
func mustBeStalled(t *testing.T, s *served, about *screen) {
	t.Helper()
	m := s.as(t, mallory)
	defer m.Close()
	a, err := ask(t, m, about.master)
	if err != nil || a.Reason != client.ReasonStalledTarget {
		t.Errorf("got %s, %v; want %s", a.Sentence(), err, client.ReasonStalledTarget)
	}
}

// Row 14: an epoll whose list cannot be read. Each look loses a worker, two of
// which are all that the attacker has; when he ends, he is served again.
func TestThreat14HeldEpoll(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	other := screenOf(t, mallory)
	other.runs(t, mallory, "cat")
	s.unharmed(t, func() {
		about := screenOf(t, mallory)
		r := about.attacked(t, s, attack.Attack{Program: "epoll"})
		asleep(t, r, unix.SYS_EPOLL_PWAIT)
		mustBeStalled(t, s, about)
		mustBe(t, s.as(t, mallory), other.slave, client.Waiting) // a new worker
		mustBeStalled(t, s, about)
		await(t, "the loss of two workers", func() bool { return s.counted().Stuck == 2 })
		mustBeBusy(t, s, about)
		mustBeBusy(t, s, other)
		r.End()
		mustBe(t, s.as(t, mallory), other.slave, client.Waiting)
	})
}

// Row 14: whoever connects in the very moment in which a worker is given up is
// answered, by that worker or by the next, or told that he asks too much.
func TestThreat14AskedMeanwhile(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	other := screenOf(t, mallory)
	other.runs(t, mallory, "cat")
	mustBe(t, s.as(t, mallory), other.slave, client.Waiting)
	about := screenOf(t, mallory)
	asleep(t, about.attacked(t, s, attack.Attack{Program: "epoll"}), unix.SYS_EPOLL_PWAIT)
	var told atomic.Bool
	var askers sync.WaitGroup
	for range 4 {
		askers.Go(func() {
			for asked := 0; asked < 50 || !told.Load(); asked++ {
				c := client.New(client.Dialer(func(context.Context) (*net.UnixConn, error) { return s.dialAs(mallory) }))
				a, err := ask(t, c, other.slave)
				_ = c.Close()
				if err != nil || a.State != client.Waiting && a.Reason != client.ReasonBusy {
					t.Errorf("got %s, %v", a.Sentence(), err)
					return
				}
			}
		})
	}
	mustBeStalled(t, s, about)
	told.Store(true)
	askers.Wait()
}

// mustBeBusy asks once, and is refused, which may be before the question has
// arrived.
func mustBeBusy(t *testing.T, s *served, about *screen) {
	t.Helper()
	c := s.dial(t, mallory)
	_, _, _ = c.WriteMsgUnix([]byte(question(`{"descriptor":0}`)+"\x00"), unix.UnixRights(int(fileOf(t, about.slave).Fd())), nil)
	if _, name := answerIn(t, reply(t, c)); name != "Busy" {
		t.Errorf("got %q, want Busy", name)
	}
}

// Row 15: line settings that nobody can ask for. The wait is proven all the
// same, and told without them.
func TestThreat15HeldSettings(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	s.unharmed(t, func() {
		about := screenOf(t, mallory)
		r := begun(t, attack.Attack{Dir: s.dir, Pty: about.Pty, Program: "settings"})
		if _, err := r.Await("type"); err != nil {
			t.Fatal(err)
		}
		if _, err := about.Master().Write(bytes.Repeat([]byte("x"), attack.Typed)); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Await("ready"); err != nil {
			t.Fatal(err)
		}
		asleep(t, r, unix.SYS_READ)
		a := mustBe(t, s.as(t, mallory), about.master, client.Waiting)
		if a.Reader == nil || a.Reader.PID != r.PID || a.Echo != nil || a.Canonical != nil || a.Secret != "" {
			t.Errorf("got %+v", a)
		}
	})
}

// Row 16: a descriptor that cannot be closed, sent with a question.
func TestThreat16SentFile(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	other := screenOf(t, mallory)
	other.runs(t, mallory, "cat")
	s.unharmed(t, func() {
		r := begun(t, attack.Attack{Dir: s.dir, Program: "send", Args: []string{s.path, "4"}})
		refused := map[string]int{}
		for range 4 {
			text, err := r.Await("reply")
			if err != nil {
				t.Fatal(err)
			}
			if text == "" {
				t.Error("a connection ended without a reply")
				continue
			}
			_, name := answerIn(t, text)
			refused[name]++
		}
		if refused["NotATerminal"] == 0 || refused["NotATerminal"]+refused["Busy"] != 4 {
			t.Errorf("replies: %v", refused)
		}
		await(t, "the loss of a worker", func() bool { return s.counted().Stuck > 0 })
		r.End()
		mustBe(t, s.as(t, mallory), other.slave, client.Waiting)
	})
}

// Row 16: files found in a wait that can neither be asked nor be closed. The
// service does neither. Of one in a user namespace it may not even know what it
// is, and so cannot tell.
func TestThreat16FoundFile(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	s.unharmed(t, func() {
		about := screenOf(t, mallory)
		about.attacked(t, s, attack.Attack{Program: "found", Host: true})
		if a := mustBe(t, s.as(t, mallory), about.master, client.Waiting); !a.Listening() {
			t.Errorf("open to all: %+v", a)
		}
		about = screenOf(t, mallory)
		asleep(t, about.attacked(t, s, attack.Attack{Program: "found"}), unix.SYS_PPOLL)
		if a, err := ask(t, s.as(t, mallory), about.master); err != nil || a.Reason != client.ReasonNotPermitted {
			t.Errorf("in a user namespace: %s, %v", a.Sentence(), err)
		}
		if n := s.counted().Stuck; n != 0 {
			t.Errorf("%d workers were lost", n)
		}
	})
}

// Row 12: the number of the terminal's descriptor names now the terminal, now a
// file that cannot be closed.
func TestThreat12SwappedDescriptor(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	other := screenOf(t, mallory)
	other.runs(t, mallory, "cat")
	s.unharmed(t, func() {
		about := screenOf(t, mallory)
		r := about.attacked(t, s, attack.Attack{Program: "swap"})
		m, states := s.as(t, mallory), map[string]int{}
		for range 300 {
			a, err := ask(t, m, about.master)
			if err != nil {
				t.Fatal(err)
			}
			states[string(a.State)+" "+string(a.Reason)]++
		}
		t.Logf("answers: %v; workers lost: %d", states, s.counted().Stuck)
		r.End()
		mustBe(t, s.as(t, mallory), other.slave, client.Waiting)
	})

}
