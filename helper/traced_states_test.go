package helper

import (
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

// TestTracedStates drives the job and asks, with a trace that began before.
func TestTracedStates(t *testing.T) {
	for _, c := range []struct {
		name string
		run  func(*mac)
		want outcome
	}{
		{"reads", func(b *mac) { b.main.Call(b.job.Read(0)) }, waitingIn(100)},
		{"reads, and is back", func(b *mac) { b.main.Call(b.job.Read(0)); b.main.End(0) }, justState(client.Running)},
		{"sleeps in another call", func(b *mac) { b.main.Call(fakekernel.Other(20)) }, justState(client.Running)},
		{"selects the terminal only", func(b *mac) { b.main.Call(b.job.Select(1, []int{0})) }, waitingIn(100)},
		{"selects, and has a socket", func(b *mac) {
			b.job.Open(3, b.m.Socket())
			b.main.Call(b.job.Select(4, []int{0, 3}))
		}, unknownFor(client.ReasonMixedSet)},
		{"stopped", func(b *mac) { b.main.Call(b.job.Read(0)); b.job.Stop(true) }, justState(client.Stopped)},
		{"one of two waits", func(b *mac) {
			p := b.process(fakekernel.Spec{PID: 101, Group: 100, Session: 90, Name: "less"})
			th := p.NewThread()
			th.Call(p.Read(0))
			b.main.Call(fakekernel.Other(7))
		}, waitingIn(101)},
		{"the shell waits in the background", func(b *mac) {
			th := b.shell.NewThread()
			th.Call(b.shell.Read(0))
			b.main.Call(fakekernel.Other(7))
		}, justState(client.Running)},
		{"no job", func(b *mac) { b.job.Exit() }, justState(client.NoForeground)},
		{"gone and waited for", func(b *mac) { b.job.Exit(); b.job.Wait(); b.screen.SetForeground(0) }, justState(client.NoForeground)},
		{"input is there already", func(b *mac) { b.main.Call(b.job.Read(0)); b.lines["/dev/ttys003"] = line{Queued: 3} }, justState(client.Running)},
		{"cannot be looked at", func(b *mac) { b.job.Hide() }, unknownFor(client.ReasonNotPermitted)},
	} {
		t.Run(c.name, func(t *testing.T) {
			onMac(t, func(b *mac) {
				b.trace()
				b.main.Call(fakekernel.Other(20))
				b.main.End(0)
				c.run(b)
				b.want(c.name, c.want)
			})
		})
	}
}

// TestTracedWithout: a question never starts a trace. Without one it says so,
// and what to do, unless the kernel's queues tell.
func TestTracedWithout(t *testing.T) {
	onMac(t, func(b *mac) {
		b.main.Call(b.job.Read(0))
		b.want("nobody watches", unknownFor(client.ReasonBeforeTrace))
		if b.m.Recording() {
			t.Error("the question began a trace")
		}
		b.cache.root = false
		b.want("without rights a watch is of no use", unknownFor(client.ReasonHelperMissing))
		b.cache.root = true
		tool := b.m.Tool(60, "fs_usage")
		if err := tool.Begin(); err != nil {
			t.Fatal(err)
		}
		b.want("another tool traces", unknownFor(client.ReasonTracingBusy))
		if err := tool.End(); err != nil {
			t.Fatal(err)
		}
		b.trace()
		b.want("it began before the trace", unknownFor(client.ReasonBeforeTrace))
		b.main.End(4)
		b.main.Call(b.job.Read(0))
		b.want("it spoke", waitingIn(100))
	})
}

// TestTracedInferred: a kqueue that is slept on tells of a wait, but not of
// which one.
func TestTracedInferred(t *testing.T) {
	onMac(t, func(b *mac) {
		b.job.Queue(6, &fakekernel.Note{Ident: 0, Filter: fakekernel.FilterRead})
		b.main.Call(b.job.Kevent(6))
		b.want("a kqueue", waitingIn(100))
		a := b.answer()
		if a.Exclusive != nil || a.Wait != "" || a.Also != nil || a.Timed != nil {
			t.Errorf("told what is not known: %+v", a)
		}
		if r := a.Reader; r.Call != "kevent" || r.Descriptor == nil || *r.Descriptor != 0 {
			t.Errorf("reader %+v", r)
		}
		b.trace()
		b.main.End(4)
		b.main.Call(b.job.Kevent(6))
		if a := b.answer(); a.Exclusive == nil || !*a.Exclusive || a.Wait == "" {
			t.Errorf("proven: %+v", a)
		}
	})
}

// TestTracedInferredBesides: that it waits for something else is seen.
func TestTracedInferredBesides(t *testing.T) {
	onMac(t, func(b *mac) {
		b.job.Open(3, b.m.Socket())
		read := func(fd uint64) *fakekernel.Note { return &fakekernel.Note{Ident: fd, Filter: fakekernel.FilterRead} }
		b.job.Queue(6, read(0), read(3))
		b.main.Call(b.job.Kevent(6))
		if a := b.answer(); !a.Listening() || len(a.Also) != 1 || a.Also[0] != "socket" || a.Wait != "" {
			t.Errorf("%+v", a)
		}
	})
}
