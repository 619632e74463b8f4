package kdebug_test

import (
	"context"
	"testing"

	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

// during runs f once, before the nth call of that name from now on.
func (b *bench) during(call string, n int, f func()) {
	b.m.OnCall(func(now string) {
		if now != call {
			return
		}
		if n--; n == 0 {
			f()
		}
	})
}

func wakeScenarios() []scenario {
	return []scenario{
		{number: 40, name: "woken, end not written yet", want: "running",
			run: func(b *bench) { b.read(); b.tty.Type(1) },
			check: func(b *bench) {
				if b.main.Waits(b.tty) || !b.main.Inside() {
					b.t.Error("the model is wrong")
				}
			}},
		{number: 40, name: "about to sleep", want: "waiting",
			run: func(b *bench) {
				b.main.Start(b.job.Read(0))
				b.during("proc_info", 12, b.main.Block)
			}},
		{number: 41, name: "input queued", want: "waiting",
			run: func(b *bench) { b.read(); b.tty.QueueQuietly(2) },
			check: func(b *bench) {
				q := kdebug.Query{Terminal: b.tty.Device(), Queued: func() (int, error) { return b.tty.Queued(), nil }}
				facts, err := b.tracer.Look(context.Background(), q)
				must(b.t, err)
				if got := fold(facts); got != "running" {
					b.t.Errorf("with the number of bytes known: %q", got)
				}
			}},
	}
}

func replaceScenarios() []scenario {
	return []scenario{
		{number: 47, name: "descriptor replaced, now a pipe", want: "running",
			run: func(b *bench) {
				b.read()
				b.during("KDGETBUF", 1, func() {
					b.tty.Type(1)
					b.main.End(0)
					r, _ := b.m.Pipe()
					b.job.Open(0, r)
					b.main.Call(b.job.Read(0))
				})
			}},
		{number: 47, name: "descriptor replaced after it was looked at", want: "running",
			run: func(b *bench) {
				b.read()
				b.during("KDREADTR", 2, func() {
					b.tty.Type(1)
					b.main.End(0)
					r, _ := b.m.Pipe()
					b.job.Open(0, r)
					b.main.Call(b.job.Read(0))
				})
			}},
		{number: 47, name: "descriptor replaced, now the terminal", want: "waiting",
			run: func(b *bench) {
				r, _ := b.m.Pipe()
				b.job.Open(0, r)
				b.read()
				b.during("KDREADTR", 2, func() {
					b.main.End(0)
					b.job.Open(0, b.tty.Slave())
					b.main.Call(b.job.Read(0))
				})
			}},
	}
}

func orderScenarios() []scenario {
	return []scenario{
		{number: 48, name: "equal times, start last", want: "waiting",
			run: func(b *bench) {
				b.m.Freeze(true)
				b.read()
				b.tty.Type(1)
				b.main.End(0)
				b.read()
				b.m.Freeze(false)
				b.m.Flood(1, 1)
			}},
		{number: 48, name: "equal times, end last", want: "running",
			run: func(b *bench) {
				b.m.Freeze(true)
				b.read()
				b.tty.Type(1)
				b.main.End(0)
				b.m.Freeze(false)
				b.m.Flood(1, 1)
			}},
		{number: 49, name: "more records than the buffer holds", want: "before-trace",
			before: func(b *bench) {
				b.tracer = kdebug.New(&liar{Kernel: b.k}, kdebug.Options{})
			},
			run: func(b *bench) { b.read() }},
	}
}

// liar is a kernel whose second read says that it returned more records than
// there is room for.
type liar struct {
	*fakekernel.Kernel
	reads int
}

func (l *liar) Sysctl(mib []int32, old []byte, length uint64) (uint64, kdebug.Mark, error) {
	n, mark, err := l.Kernel.Sysctl(mib, old, length)
	if mib[2] == 10 {
		if l.reads++; l.reads == 1 {
			return length/kdebug.RecordSize + 1, mark, err
		}
	}
	return n, mark, err
}

// A handover from thread to thread during the look must not look like nobody
// waiting.
func TestHandover(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.watch()
		other := b.job.NewThread(b.main)
		other.Call(fakekernel.Other(305))
		b.main.Call(b.job.Read(0))
		b.during("proc_info", 8, func() {
			other.End(0)
			other.Call(b.job.Read(0))
			b.main.Wake()
			b.main.End(4)
			b.main.Call(fakekernel.Other(305))
		})
		b.then("handed over", "waiting")
	})
}

// A process that appears during the look is looked at too, even if its parent
// does nothing of interest.
func TestForkDuringLook(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.watch()
		b.main.Call(fakekernel.Other(7))
		b.during("proc_info", 3, func() {
			b.main.End(0)
			child, th := b.job.Fork(b.main, 101, "child")
			th.Call(child.Read(0))
			b.main.Call(fakekernel.Other(7))
		})
		b.then("the child waits", "waiting")
	})
}

// The same for a thread.
func TestNewThreadDuringLook(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.watch()
		b.main.Call(fakekernel.Other(7))
		b.during("proc_info", 5, func() {
			b.main.End(0)
			b.job.NewThread(b.main).Call(b.job.Read(0))
			b.main.Call(fakekernel.Other(7))
		})
		b.then("the thread waits", "waiting")
	})
}

// A process that moves into the foreground during the look is a member.
func TestForegroundDuringLook(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.watch()
		other := b.add(fakekernel.Spec{PID: 101, Name: "fg", EUID: caller, RUID: caller})
		other.SetGroup(101)
		other.Open(0, b.tty.Slave())
		other.NewThread(b.main).Call(other.Read(0))
		b.main.Call(fakekernel.Other(7))
		b.during("proc_info", 9, func() { b.tty.SetForeground(101) })
		b.then("in the foreground now", "waiting")
	})
}
