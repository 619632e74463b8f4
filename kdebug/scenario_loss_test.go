package kdebug_test

import (
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

func lossScenarios() []scenario {
	return []scenario{
		{number: 9, name: "loss after the start", want: "before-trace",
			run: func(b *bench) { b.read(); b.m.Lose(0) },
			check: func(b *bench) {
				b.tty.Type(1)
				b.main.End(0)
				b.read()
				b.then("it spoke again", "waiting")
			}},
		{number: 10, name: "start after a loss", want: "waiting",
			run: func(b *bench) { b.read(); b.m.Lose(1); b.read() }},
		{number: 11, name: "thread born after a loss", want: "waiting",
			run: func(b *bench) {
				b.main.Call(fakekernel.Other(305))
				b.m.Lose(0)
				b.job.NewThread(b.main).Call(b.job.Read(0))
			},
			check: func(b *bench) {
				if th := threadIn(b.t, b.facts(), b.main.ID()); th.Reason != kdebug.ReasonBeforeTrace {
					b.t.Errorf("the old thread: %+v", th)
				}
			}},
		{number: 11, name: "thread born after a loss that has not called", want: "running",
			run: func(b *bench) {
				b.m.Lose(0)
				b.job.NewThread(b.main)
				b.main.Start(fakekernel.Other(305))
			}},
	}
}

func ownCallScenarios() []scenario {
	return []scenario{
		{number: 12, name: "record half written", want: "waiting",
			run: func(b *bench) { b.read(); b.m.HalfWritten(0, 3); b.m.Flood(0, 1) }},
		{number: 12, name: "end behind a record half written", want: "running",
			run: func(b *bench) {
				b.read()
				b.then("before", "waiting")
				b.m.HalfWritten(1, 6)
				b.m.Flood(1, 1)
				b.main.End(4)
				b.main.Call(fakekernel.Other(305))
			}},
		{number: 12, name: "no own call, no fault shown", generation: 12, want: "before-trace",
			run:   func(b *bench) { b.read(); b.m.SwitchOff() },
			check: recovered},
	}
}

func offScenarios() []scenario {
	return []scenario{
		{number: 13, name: "switched off during a read", generation: 14, want: "before-trace",
			run: func(b *bench) {
				b.read()
				b.m.OnRead(func() { b.m.Flood(1, 3000) })
			},
			check: recovered},
		{number: 13, name: "buffers full during a read before 13", generation: 12, want: "before-trace",
			run: func(b *bench) {
				b.read()
				b.m.OnRead(func() { b.m.Flood(1, 3000) })
			},
			check: recovered},
		{number: 14, name: "switched off, flag shows it", generation: 14, want: "before-trace",
			run:   func(b *bench) { b.read(); b.m.SwitchOff() },
			check: recovered},
		{number: 14, name: "switched off, flag hides it", generation: 11, want: "before-trace",
			run:   func(b *bench) { b.read(); b.m.SwitchOff() },
			check: recovered},
	}
}

// recovered checks that the trace records again and that the old state is gone.
func recovered(b *bench) {
	b.t.Helper()
	if !b.m.Recording() {
		b.t.Error("the trace was not switched on again")
	}
	b.then("silence after the gap", "before-trace")
	b.tty.Type(1)
	b.main.End(0)
	b.then("it ended its call", "running")
	b.main.Call(b.job.Read(0))
	b.then("it calls again", "waiting")
	if got := b.status().Gaps; got == 0 {
		b.t.Error("no gap was counted")
	}
}

// A trace that was switched off during a read is on again after that read.
func TestSwitchedOffIsSeenAtOnce(t *testing.T) {
	bubble(t, fakekernel.Config{Generation: 14}, func(b *bench) {
		b.watch()
		b.m.OnRead(func() { b.m.Flood(1, 3000) })
		time.Sleep(drain + drain/2)
		if !b.m.Recording() {
			t.Error("still off after the read that it was switched off in")
		}
		if got := b.status().Gaps; got == 0 {
			t.Error("no gap was counted")
		}
	})
}

// drain is how often the tracer reads by itself.
const drain = 100 * time.Millisecond

// Records that were left in the buffers when recording stopped are older than
// the gap: they say nothing about now.
func TestRecordsBeforeGapAreDropped(t *testing.T) {
	for _, generation := range []int{11, 12, 13, 14, 15} {
		bubble(t, fakekernel.Config{Generation: generation}, func(b *bench) {
			b.watch()
			fill := func() {
				// After the read's own start: its record comes with the next read.
				b.main.Call(b.job.Read(0))
				b.m.Flood(1, 3000)
				b.tty.Type(1)
				b.main.End(0)
				b.main.Call(fakekernel.Other(305))
			}
			b.m.OnRead(fill)
			for range 3 {
				if th := threadIn(t, b.facts(), b.main.ID()); th.Verdict == kdebug.Proven {
					t.Errorf("generation %d: %+v", generation, th)
				}
			}
		})
	}
}

// A wrapped buffer loses the oldest records; the next read says so first.
func TestWrappedBuffer(t *testing.T) {
	for _, generation := range []int{11, 14} {
		bubble(t, fakekernel.Config{Generation: generation}, func(b *bench) {
			b.watch()
			b.main.Call(b.job.Read(0))
			b.then("before", "waiting")
			b.tty.Type(1)
			b.main.End(0)
			b.main.Call(fakekernel.Other(305))
			b.m.Flood(b.cpuOf(b.main), 5000)
			b.then("the records of the end are lost", "before-trace")
		})
	}
}

func (b *bench) cpuOf(th *fakekernel.Thread) int { return int(th.ID()) % 4 }
