package kdebug_test

import (
	"testing"

	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

func readScenarios() []scenario {
	return []scenario{
		{number: 1, name: "read of the terminal", want: "waiting",
			run: func(b *bench) { b.main.Call(b.job.Read(0)) },
			check: func(b *bench) {
				th := threadIn(b.t, b.facts(), b.main.ID())
				if th.Verdict != kdebug.Proven || th.Call != "read" || th.Descriptor != 0 || th.Timed == nil || *th.Timed || len(th.Others) > 0 || th.Since == 0 {
					b.t.Errorf("%+v", th)
				}
			}},
		{number: 2, name: "read that ended", want: "running",
			run: func(b *bench) { b.main.Call(b.job.Read(0)); b.tty.Type(3); b.main.End(0) }},
		{number: 3, name: "read_nocancel with garbage above the int", want: "waiting",
			run: func(b *bench) { b.main.Call(b.job.ReadNocancel(0)) }},
		{number: 4, name: "read of a pipe", want: "running",
			run: func(b *bench) {
				r, _ := b.m.Pipe()
				b.job.Open(5, r)
				b.main.Call(b.job.Read(5))
			},
			check: func(b *bench) {
				if got := kinds(threadIn(b.t, b.facts(), b.main.ID())); len(got) != 1 || got[0] != kdebug.KindPipe {
					b.t.Errorf("other sources %v", got)
				}
			}},
		{number: 5, name: "read of /dev/tty", want: "waiting",
			run: func(b *bench) {
				b.job.Open(5, b.tty.Control())
				b.main.Call(b.job.Read(5))
			},
			check: func(b *bench) {
				other := b.m.TTY(4)
				b.m.Process(fakekernel.Spec{PID: 200, Name: "make", EUID: caller, RUID: caller, TTY: other}).NewThread().Start(fakekernel.Other(20))
				other.SetForeground(200)
				if got := fold(b.factsOf(other)); got != "running" {
					b.t.Errorf("the other terminal is %q", got)
				}
			}},
	}
}

func unseenScenarios() []scenario {
	return []scenario{
		{number: 6, name: "one of two threads", want: "waiting",
			run: func(b *bench) {
				b.main.Call(b.job.Read(0))
				other := b.job.NewThread(b.main)
				other.Start(fakekernel.Other(4, 1))
				other.End(0)
			}},
		{number: 7, name: "end without start", want: "running",
			before: func(b *bench) { b.main.Call(b.job.Read(0)) },
			run:    func(b *bench) { b.tty.Type(1); b.main.End(0) }},
	}
}

func earlierScenarios() []scenario {
	return []scenario{
		{number: 8, name: "call before the trace", want: "before-trace",
			before: func(b *bench) { b.main.Call(b.job.Read(0)) },
			check: func(b *bench) {
				b.tty.Type(1)
				b.then("woken, still silent", "running")
				b.main.End(0)
				b.main.Call(b.job.Read(0))
				b.then("next read", "waiting")
			}},
		{number: 8, name: "kqueue asleep before the trace", want: "waiting",
			before: func(b *bench) {
				b.job.Queue(3, &fakekernel.Note{Ident: 0, Filter: fakekernel.FilterRead})
				b.main.Call(b.job.Kevent(3))
			},
			check: func(b *bench) {
				th := threadIn(b.t, b.facts(), b.main.ID())
				if th.Verdict != kdebug.Inferred || th.Reason != kdebug.ReasonBeforeTrace || th.Descriptor != 0 {
					b.t.Errorf("%+v", th)
				}
				b.job.Queue(4)
				b.then("a second kqueue", "before-trace")
			}},
		{number: 8, name: "threads before the trace that agree", want: "waiting",
			before: func(b *bench) {
				b.job.Queue(3, &fakekernel.Note{Ident: 0, Filter: fakekernel.FilterRead})
				b.main.Call(b.job.Kevent(3))
				b.job.NewThread().Call(fakekernel.Other(305))
			}},
		{number: 8, name: "kqueue with the terminal disabled", want: "before-trace",
			before: func(b *bench) {
				b.job.Queue(3, &fakekernel.Note{Ident: 0, Filter: fakekernel.FilterRead, Status: fakekernel.NoteDisabled})
				b.main.Call(b.job.Kevent(3))
			}},
		{number: 8, name: "no descriptor of the terminal", want: "running",
			before: func(b *bench) {
				r, _ := b.m.Pipe()
				b.job.Open(0, r)
				b.main.Call(b.job.Read(0))
			}},
		{number: 8, name: "a sleep that no signal ends", want: "running",
			before: func(b *bench) { b.main.BlockDeep() }},
	}
}

// A query without any watch answers from kqueues alone and starts no trace.
func TestLookWithoutTrace(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.main.Call(b.job.Read(0))
		b.then("read, nobody watches", "before-trace")
		if got := b.m.Slot().State; got != kdebug.SlotOff {
			t.Errorf("slot state %d after a look", got)
		}
		b.main.Wake()
		b.then("on a processor", "running")
		b.job.Queue(3, &fakekernel.Note{Ident: 0, Filter: fakekernel.FilterRead})
		b.main.Call(b.job.Kevent(3))
		b.then("kqueue asleep", "waiting")
		b.job.Stop(true)
		b.then("stopped", "stopped")
	})
}

// Without a watch too, the one whose trace is in the way is named.
func TestLookWhileAnotherToolTraces(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.main.Call(b.job.Read(0))
		must(t, b.m.Tool(300, "fs_usage").Begin())
		b.then("another tool traces", "tracing-busy")
		b.named("fs_usage[300]")
	})
}

// The kernel leaves its mark of a sleeper on a kqueue when the sleep ends by a
// time-out. What is said then must not count as proven, and once the trace has
// seen the thread it must not be said at all.
func TestStaleSleeperIsNotProven(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.job.Queue(3, &fakekernel.Note{Ident: 0, Filter: fakekernel.FilterRead})
		b.main.Call(b.job.Kevent(3))
		b.main.Wake()
		b.main.End(0)
		b.main.Call(fakekernel.Other(29, 9))
		if b.main.Waits(b.tty) {
			t.Fatal("the model is wrong")
		}
		if th := threadIn(t, b.facts(), b.main.ID()); th.Verdict == kdebug.Proven {
			t.Errorf("%+v", th)
		}
		b.watch()
		b.main.Wake()
		b.main.End(0)
		b.main.Call(fakekernel.Other(29, 9))
		b.then("seen elsewhere", "running")
	})
}
