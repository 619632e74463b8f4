package kdebug_test

import (
	"strings"
	"time"

	"github.com/rt-helper/rt-helper/kdebug"
)

func stolenScenarios() []scenario {
	return []scenario{
		{number: 15, name: "stolen", want: "tracing-busy",
			run: func(b *bench) {
				b.main.Call(b.job.Read(0))
				b.then("before", "waiting")
				b.m.Tool(300, "Instruments").Steal()
			},
			check: func(b *bench) {
				b.named("Instruments[300]")
				b.tty.Type(1)
				b.main.End(0)
				b.main.Call(b.job.Read(0))
				b.then("not from the old table", "tracing-busy")
			}},
		{number: 15, name: "stolen between a read and its check", want: "tracing-busy",
			run: func(b *bench) {
				b.main.Call(b.job.Read(0))
				b.then("before", "waiting")
				tool, stolen := b.m.Tool(300, "Instruments"), false
				b.m.OnCall(func(call string) {
					if call == "KDGETBUF" && !stolen {
						stolen = true
						tool.Steal()
					}
				})
			}},
	}
}

func resetScenarios() []scenario {
	return []scenario{
		{number: 16, name: "buffers gone", want: "before-trace",
			run: func(b *bench) {
				b.main.Call(b.job.Read(0))
				time.Sleep(2 * time.Second)
				b.m.Reset()
			},
			check: func(b *bench) {
				b.tty.Type(1)
				b.main.End(0)
				b.main.Call(b.job.Read(0))
				b.then("after the restart", "waiting")
			}},
		{number: 16, name: "reset again and again", want: "before-trace",
			before: func(b *bench) { b.main.Call(b.job.Read(0)) },
			run:    func(b *bench) { b.m.Reset(); b.then("first", "before-trace"); b.m.Reset() },
			check: func(b *bench) {
				if got := b.status().Starts; got > 2 {
					b.t.Errorf("%d starts at once", got)
				}
				time.Sleep(3 * time.Second)
				if !b.status().Tracing {
					b.t.Error("not started again")
				}
			}},
	}
}

func holderScenarios() []scenario {
	return []scenario{
		{number: 17, name: "another tool traces", want: "tracing-busy",
			before: func(b *bench) { must(b.t, b.m.Tool(300, "fs_usage").Begin()) },
			run:    func(b *bench) { b.main.Call(b.job.Read(0)) },
			check: func(b *bench) {
				b.named("fs_usage[300]")
				time.Sleep(20 * time.Second)
				if got := b.status().Starts; got < 3 || got > 6 {
					b.t.Errorf("%d tries in 20 s", got)
				}
				b.then("still", "tracing-busy")
			}},
		{number: 17, name: "the kernel traces itself", want: "tracing-busy",
			before: func(b *bench) { b.main.Call(b.job.Read(0)); b.m.BootTrace() },
			check:  func(b *bench) { b.named("kernel_task") }},
		{number: 18, name: "another tool died tracing", want: "waiting",
			before: func(b *bench) {
				tool := b.m.Tool(300, "fs_usage")
				must(b.t, tool.Begin())
				tool.Die()
			},
			run: func(b *bench) { b.main.Call(b.job.Read(0)) }},
		{number: 19, name: "background tracer", want: "waiting",
			before: func(b *bench) {
				tool := b.m.Tool(300, "tailspind")
				tool.Register()
				must(b.t, tool.Begin())
				if got := b.m.Slot().State; got != kdebug.SlotBackground {
					b.t.Fatalf("slot state %d", got)
				}
			},
			run: func(b *bench) { b.main.Call(b.job.Read(0)) },
			check: func(b *bench) {
				if got := b.m.Notified(); got != 0 {
					b.t.Errorf("the background tracer was called back %d times while we trace", got)
				}
			}},
	}
}

// named checks that the reason names the holder.
func (b *bench) named(holder string) {
	b.t.Helper()
	f := b.facts()
	if f.Tracing.Reason != kdebug.ReasonTracingBusy || !strings.Contains(f.Tracing.Detail, holder) {
		b.t.Errorf("trouble %+v does not name %s", f.Tracing, holder)
	}
}
