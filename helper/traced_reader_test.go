package helper

import (
	"slices"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

// TestTracedReader has all that is told of a reader.
func TestTracedReader(t *testing.T) {
	onMac(t, func(b *mac) {
		b.trace()
		b.main.Call(b.job.Read(0))
		a := b.answer()
		r := a.Reader
		if r.PID != 100 || r.TID != int(b.main.ID()) || r.Program != "prog" || r.Call != "read" || *r.Descriptor != 0 || *r.Leader {
			t.Errorf("reader %+v", r)
		}
		if !*a.Exclusive || *a.Timed || !*a.Echo || !*a.Canonical || a.Secret != client.SecretNo || a.Scope != client.ScopeJob || a.Also != nil {
			t.Errorf("%+v", a)
		}
		if !slices.Equal(b.opened, []string{"/dev/ttys003"}) {
			t.Errorf("the line was read %d times", len(b.opened))
		}
	})
}

// TestTracedOpensNothing: a terminal is opened only where a reader has it open.
func TestTracedOpensNothing(t *testing.T) {
	onMac(t, func(b *mac) {
		b.main.Call(fakekernel.Other(20))
		b.want("before the trace", unknownFor(client.ReasonBeforeTrace))
		b.trace()
		b.main.End(0)
		b.main.Call(fakekernel.Other(20))
		b.want("busy", justState(client.Running))
		b.job.Stop(true)
		b.want("stopped", justState(client.Stopped))
		b.job.Exit()
		b.want("gone", justState(client.NoForeground))
		if len(b.opened) != 0 {
			t.Errorf("opened: %q", b.opened)
		}
	})
}

func TestTracedSecret(t *testing.T) {
	for _, c := range []struct {
		name string
		s    settings
		euid uint32
		want client.Secret
	}{
		{"a prompt", settings{Echo: true, Canonical: true}, me, client.SecretNo},
		{"a password", settings{Canonical: true}, me, client.SecretYes},
		{"a line editor", settings{}, me, client.SecretMaybe},
		{"sudo in raw mode", settings{}, 0, client.SecretYes},
	} {
		onMac(t, func(b *mac) {
			b.trace()
			b.setLine("/dev/ttys003", c.s, winsize{})
			b.main.Call(fakekernel.Other(7))
			p := b.foreign(101, c.euid, me)
			p.NewThread().Call(p.Read(0))
			if a := b.answer(); a.Secret != c.want {
				t.Errorf("%s: %q", c.name, a.Secret)
			}
		})
	}
}

// TestTracedWait: the word for a wait changes as soon as the reader ran.
func TestTracedWait(t *testing.T) {
	onMac(t, func(b *mac) {
		b.trace()
		b.main.Call(b.job.Read(0))
		first := b.answer().Wait
		if again := b.answer().Wait; again != first || first == "" {
			t.Errorf("%q, then %q", first, again)
		}
		b.screen.Type(1)
		b.main.End(0)
		b.main.Call(b.job.Read(0))
		if next := b.answer().Wait; next == first || next == "" {
			t.Errorf("%q, then %q", first, next)
		}
	})
}

// TestTracedThreads: what other threads wait for is told; what cannot be known
// of them leaves it open.
func TestTracedThreads(t *testing.T) {
	onMac(t, func(b *mac) {
		old := b.job.NewThread()
		old.Call(fakekernel.Other(20))
		b.trace()
		b.main.Call(b.job.Read(0))
		if a := b.answer(); a.State != client.Waiting || a.Exclusive != nil || a.Also != nil {
			t.Errorf("a thread from before the trace: %+v", a)
		}
		b.job.Open(3, b.m.Socket())
		old.End(0)
		old.Call(b.job.Read(3))
		if a := b.answer(); !a.Listening() || !slices.Equal(a.Also, []string{"socket"}) || a.Reader.TID != int(b.main.ID()) {
			t.Errorf("a thread on a socket: %+v", a)
		}
		old.End(4)
		old.Call(fakekernel.Other(7))
		if a := b.answer(); a.Exclusive == nil || *a.Exclusive || !slices.Equal(a.Also, []string{"child"}) {
			t.Errorf("a thread that waits for a child: %+v", a)
		}
	})
}

func TestTracedEvidence(t *testing.T) {
	onMac(t, func(b *mac) {
		b.trace()
		b.main.Call(b.job.Read(0))
		b.foreign(101, 0, 0)
		stopped := b.process(fakekernel.Spec{PID: 102, Group: 100, Session: 90, Name: "vi"})
		stopped.Stop(true)
		hidden := b.process(fakekernel.Spec{PID: 103, Group: 100, Session: 90, Name: "hid"})
		hidden.Hide()
		_, notes, err := b.ask(me, PolicyOwn)
		text := strings.Join(notes, "\n")
		for _, want := range []string{
			"process 100 (prog) thread", "proven: it waits in read on descriptor 0",
			"process 101: another user's, not looked at", "process 102 (vi): stopped", "process 103 (hid): not looked at as a whole",
		} {
			if err != nil || !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s\n%v", want, text, err)
			}
		}
		if q := (tracedQuestion{Caller: Caller{UID: me}, Cache: b.cache}); q.Explain {
			t.Error("evidence by default")
		} else if _, notes, _ := q.LookAt("/dev/ttys003"); notes != nil {
			t.Errorf("evidence that nobody asked for: %q", notes)
		}
	})
}
