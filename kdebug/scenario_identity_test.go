package kdebug_test

import (
	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

func identityScenarios() []scenario {
	return []scenario{
		{number: 20, name: "exec", want: "running",
			run: func(b *bench) {
				b.main.Call(b.job.Read(0))
				b.tty.Type(1)
				b.main.End(0)
				old := b.main
				b.main = b.job.Exec(old, "less")
				if old.ID() == b.main.ID() {
					b.t.Fatal("exec kept the thread id")
				}
			},
			check: func(b *bench) {
				b.main.Call(b.job.Read(0))
				b.then("the new thread reads", "waiting")
				if got := b.facts().Processes; len(got) == 0 {
					b.t.Error("no process")
				}
			}},
		{number: 20, name: "exec, new program asleep elsewhere", want: "running",
			run: func(b *bench) {
				b.main = b.job.Exec(b.main, "sleep")
				b.main.Call(fakekernel.Other(334))
			}},
		{number: 21, name: "death told by another thread", want: "waiting",
			run: func(b *bench) {
				other := b.job.NewThread(b.main)
				other.Call(b.job.Read(0))
				b.main.Call(b.job.Read(0))
				b.m.Inject(0, 0x0700000c, b.main.ID(), other.ID())
			},
			check: func(b *bench) {
				if th := threadIn(b.t, b.facts(), b.main.ID()); th.Verdict != kdebug.Proven {
					b.t.Errorf("the one that told: %+v", th)
				}
			}},
		{number: 22, name: "pid used again", want: "running",
			run: func(b *bench) {
				b.main.Call(b.job.Read(0))
				b.job.Exit()
				b.job.Wait()
				b.job = b.m.Process(fakekernel.Spec{PID: jobPID, Parent: shellPID, Name: "new", EUID: caller, RUID: caller, TTY: b.tty})
				b.job.Open(0, b.tty.Slave())
				b.job.NewThread(b.main).Start(fakekernel.Other(20))
			}},
		{number: 22, name: "zombie", want: "no-foreground",
			run: func(b *bench) { b.main.Call(b.job.Read(0)); b.job.Exit() }},
	}
}
