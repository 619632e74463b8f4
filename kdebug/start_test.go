package kdebug_test

import (
	"context"
	"errors"
	"syscall"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

// failing is a kernel on which one operation fails.
type failing struct {
	*fakekernel.Kernel
	op  int32
	err error
}

func (f *failing) Sysctl(mib []int32, old []byte, length uint64) (uint64, kdebug.Mark, error) {
	if mib[2] == f.op {
		return 0, kdebug.Mark{}, f.err
	}
	return f.Kernel.Sysctl(mib, old, length)
}

// Whatever step of a start fails, the slot is free afterwards.
func TestFailedStartFreesTheSlot(t *testing.T) {
	for _, op := range []int32{1, 3, 6, 22} {
		bubble(t, fakekernel.Config{}, func(b *bench) {
			b.tracer = kdebug.New(&failing{Kernel: b.k, op: op, err: syscall.ENOSPC}, kdebug.Options{})
			b.watch()
			b.wantSlot(kdebug.SlotOff)
			if got := b.facts().Tracing.Reason; got != kdebug.ReasonUnsupported {
				t.Errorf("operation %d: reason %q", op, got)
			}
		})
	}
}

// A trace that records nothing though all looks well is started again, but not
// in a storm.
func TestSilentTrace(t *testing.T) {
	bubble(t, fakekernel.Config{Slow: true}, func(b *bench) {
		b.watch()
		b.main.Call(b.job.Read(0))
		b.then("before", "waiting")
		b.m.Silence(true)
		b.then("silent", "before-trace")
		b.m.OnCall(func(call string) {
			if call == "KDSETUP" {
				b.m.Silence(true)
			}
		})
		time.Sleep(30 * time.Second)
		if got := b.status().Starts; got > 12 {
			t.Errorf("%d starts in 30 s", got)
		}
		b.then("still", "before-trace")
		b.m.OnCall(nil)
		b.m.Silence(false)
		time.Sleep(40 * time.Second)
		b.main.End(4)
		b.main.Call(b.job.Read(0))
		b.then("well again", "waiting")
	})
}

func TestWithoutPrivilege(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.tracer = kdebug.New(b.m.Kernel(51, "rt-helper", caller), kdebug.Options{})
		b.main.Call(b.job.Read(0))
		b.watch()
		b.then("own process", "not-permitted")
		b.wantSlot(kdebug.SlotOff)
		b.job.Hide()
		f := b.facts()
		if got := f.Processes[0].Trouble.Reason; got != kdebug.ReasonNotPermitted {
			t.Errorf("hidden process: %+v", f)
		}
		must(t, b.m.Tool(300, "fs_usage").Begin())
		if got := b.status().Holder; got != (kdebug.Holder{Kind: kdebug.HolderForeground, PID: 300, Program: "fs_usage"}) {
			t.Errorf("holder %+v", got)
		}
	})
}

func TestEndedContext(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := b.tracer.Watch(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("watch: %v", err)
		}
		if _, err := b.tracer.Look(ctx, kdebug.Query{}); !errors.Is(err, context.Canceled) {
			t.Errorf("look: %v", err)
		}
		if _, err := b.tracer.Status(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("status: %v", err)
		}
		b.wantSlot(kdebug.SlotOff)
	})
}
