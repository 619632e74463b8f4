package kdebug_test

import (
	"context"
	"time"

	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

func stateScenarios() []scenario {
	return []scenario{
		{number: 39, name: "stopped", want: "stopped",
			run: func(b *bench) { b.read(); b.job.Stop(true) },
			check: func(b *bench) {
				if p := b.facts().Processes[0]; !p.Stopped || len(p.Threads) > 0 {
					b.t.Errorf("%+v", p)
				}
				b.job.Stop(false)
				b.then("continued", "waiting")
			}},
		{number: 42, name: "signal with a handler", want: "running",
			run: func(b *bench) {
				b.read()
				b.main.End(-1)
				b.main.Start(fakekernel.Other(48))
				b.main.End(0)
			},
			check: func(b *bench) {
				b.main.Start(fakekernel.Other(184))
				b.main.End(-2)
				b.read()
				b.then("read again", "waiting")
			}},
	}
}

func groupScenarios() []scenario {
	return []scenario{
		{number: 43, name: "not in the foreground", want: "no-foreground",
			run: func(b *bench) { b.read(); b.tty.SetForeground(777) },
			check: func(b *bench) {
				facts, err := b.tracer.Look(context.Background(), kdebug.Query{Terminal: b.tty.Device(), Wanted: func(p kdebug.Process) bool { return p.PID == jobPID }})
				must(b.t, err)
				if th := threadIn(b.t, facts, b.main.ID()); th.Verdict != kdebug.Proven {
					b.t.Errorf("asked for, it is %+v", th)
				}
			}},
		{number: 43, name: "job by the others", want: "running",
			run: func(b *bench) {
				b.read()
				b.member(101, "make").Start(fakekernel.Other(4))
				b.job.SetGroup(777)
			}},
		{number: 44, name: "pipeline", want: "waiting",
			run: func(b *bench) {
				b.read()
				r, _ := b.m.Pipe()
				less := b.member(101, "less")
				p := b.processOf(101)
				p.Open(0, r)
				p.Open(3, b.tty.Control())
				less.Call(p.Select(4, []int{3}))
			}},
	}
}

func userScenarios() []scenario {
	return []scenario{
		{number: 45, name: "sudo's prompt", want: "waiting",
			run: func(b *bench) {
				p := b.add(fakekernel.Spec{PID: 101, Name: "sudo", EUID: 0, RUID: caller})
				p.Open(4, b.tty.Control())
				p.NewThread(b.main).Call(p.Read(4))
				b.main.Call(fakekernel.Other(7))
			}},
		{number: 46, name: "child of sudo", want: "other-user",
			run: func(b *bench) {
				p := b.add(fakekernel.Spec{PID: 101, Name: "sh", EUID: 0, RUID: 0})
				p.Open(4, b.tty.Control())
				p.NewThread(b.main).Call(p.Read(4))
				b.main.Call(fakekernel.Other(7))
			},
			check: func(b *bench) {
				q := kdebug.Query{Terminal: b.tty.Device(), Wanted: func(p kdebug.Process) bool { return p.Foreground && p.RUID == caller }}
				facts, err := b.tracer.Look(context.Background(), q)
				must(b.t, err)
				for _, p := range facts.Processes {
					if p.RUID != caller && (p.Wanted || len(p.Threads) > 0) {
						b.t.Errorf("details of a process not wanted: %+v", p)
					}
				}
			}},
	}
}

func watchScenarios() []scenario {
	return []scenario{
		{number: 50, name: "two terminals, one trace", want: "waiting",
			run: func(b *bench) { b.read() },
			check: func(b *bench) {
				other := b.m.TTY(4)
				p := b.m.Process(fakekernel.Spec{PID: 200, Name: "make", EUID: 502, RUID: 502, TTY: other})
				p.NewThread(b.main).Start(fakekernel.Other(20))
				other.SetForeground(200)
				second, err := b.tracer.Watch(context.Background())
				must(b.t, err)
				if facts := b.factsOf(other); len(facts.Processes) != 1 || facts.Processes[0].Threads[0].Verdict != kdebug.No {
					b.t.Errorf("%+v", facts)
				}
				second()
				time.Sleep(time.Minute)
				b.then("the first still watches", "waiting")
			}},
		{number: 51, name: "the last watcher leaves", want: "waiting",
			run: func(b *bench) { b.read() },
			check: func(b *bench) {
				b.release()
				b.release()
				time.Sleep(4 * time.Second)
				if !b.status().Tracing {
					b.t.Error("no linger")
				}
				time.Sleep(2 * time.Second)
				if s := b.status(); s.Tracing || s.Watchers != 0 || b.m.Slot().State != kdebug.SlotOff {
					b.t.Errorf("still on: %+v", s)
				}
			}},
	}
}

func sizeScenarios() []scenario {
	return []scenario{
		{number: 52, name: "a busy machine", want: "waiting",
			run: func(b *bench) {
				b.read()
				for range 200 {
					b.m.Flood(1, 400)
					b.m.Flood(2, 400)
					time.Sleep(150 * time.Millisecond)
				}
			},
			check: func(b *bench) {
				if s := b.status(); s.Gaps != 0 || s.Records < 200*1600 {
					b.t.Errorf("%+v", s)
				}
			}},
		{number: 53, name: "descriptor 5000 of 6000", want: "waiting",
			run: func(b *bench) {
				b.job.Close(0)
				for fd := range 6000 {
					b.job.Open(fd, fakekernel.Regular())
				}
				b.job.Open(5000, b.tty.Slave())
				b.main.Call(b.job.Read(5000))
			},
			check: func(b *bench) {
				b.main.End(4)
				b.main.Call(b.job.Select(6000, []int{5000}))
				b.then("select", "waiting")
			}},
	}
}

// add makes another member of the foreground job.
func (b *bench) add(s fakekernel.Spec) *fakekernel.Process {
	s.Group, s.Session, s.Parent, s.TTY = jobPID, shellPID, shellPID, b.tty
	p := b.m.Process(s)
	b.extra = append(b.extra, p)
	return p
}

// member makes another member with one thread, which the trace sees born.
func (b *bench) member(pid int, name string) *fakekernel.Thread {
	return b.add(fakekernel.Spec{PID: pid, Name: name, EUID: caller, RUID: caller}).NewThread(b.main)
}

func (b *bench) processOf(pid int) *fakekernel.Process {
	for _, p := range b.extra {
		if p.PID() == pid {
			return p
		}
	}
	b.t.Fatalf("no process %d", pid)
	return nil
}
