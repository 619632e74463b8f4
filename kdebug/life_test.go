package kdebug_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

func (b *bench) wantSlot(state uint32) {
	b.t.Helper()
	if got := b.m.Slot(); got.State != state {
		b.t.Errorf("slot %+v, want state %d", got, state)
	}
}

func TestWatchIsAcknowledgedWhenTracing(t *testing.T) {
	bubble(t, fakekernel.Config{Slow: true}, func(b *bench) {
		before := time.Now()
		b.watch()
		if took := time.Since(before); took < 100*time.Millisecond {
			t.Errorf("acknowledged after %v, before KDSETUP can have ended", took)
		}
		if !b.m.Recording() {
			t.Error("acknowledged without a trace")
		}
	})
}

func TestLingerIsUsed(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.watch()
		b.release()
		time.Sleep(4900 * time.Millisecond)
		b.watch()
		time.Sleep(time.Minute)
		if s := b.status(); !s.Tracing || s.Starts != 1 || s.Holder.Kind != kdebug.HolderSelf {
			t.Errorf("%+v", s)
		}
	})
}

// Nothing may reach the kernel after KDREMOVE: any operation would take the
// slot again and keep the background tracer out.
func TestSlotStaysFree(t *testing.T) {
	bubble(t, fakekernel.Config{Slow: true}, func(b *bench) {
		background := b.m.Tool(300, "tailspind")
		background.Register()
		for range 5 {
			b.watch()
			time.Sleep(130 * time.Millisecond)
			b.release()
			time.Sleep(10 * time.Second)
			b.wantSlot(kdebug.SlotOff)
		}
		if got := b.m.Notified(); got != 5 {
			t.Errorf("the background tracer was told %d times", got)
		}
		must(t, background.Begin())
		time.Sleep(time.Minute)
		if !background.Tracing() {
			t.Error("the background tracer lost its trace")
		}
	})
}

func TestCloseWhileWatched(t *testing.T) {
	bubble(t, fakekernel.Config{Slow: true}, func(b *bench) {
		b.watch()
		time.Sleep(50 * time.Millisecond)
		before := time.Now()
		must(t, b.tracer.Close())
		if took := time.Since(before); took > 250*time.Millisecond {
			t.Errorf("close took %v", took)
		}
		b.wantSlot(kdebug.SlotOff)
		b.release()
		time.Sleep(time.Minute)
		b.wantSlot(kdebug.SlotOff)
		if _, err := b.tracer.Watch(context.Background()); !errors.Is(err, kdebug.ErrClosed) {
			t.Errorf("watch after close: %v", err)
		}
		if err := b.tracer.Pause(context.Background()); !errors.Is(err, kdebug.ErrClosed) {
			t.Errorf("pause after close: %v", err)
		}
	})
}

// A trace that was taken away and is now the background tracer's is not ours to
// remove, to read or to wait on.
func TestBackgroundTracerIsLeftAlone(t *testing.T) {
	acts := map[string]func(*bench){
		"close":  func(b *bench) { must(b.t, b.tracer.Close()) },
		"pause":  func(b *bench) { must(b.t, b.tracer.Pause(context.Background())) },
		"linger": func(b *bench) { b.release(); time.Sleep(time.Minute) },
	}
	for name, act := range acts {
		t.Run(name, func(t *testing.T) {
			bubble(t, fakekernel.Config{}, func(b *bench) {
				b.watch()
				thief, background := b.m.Tool(301, "Instruments"), b.m.Tool(300, "tailspind")
				background.Register()
				thief.Steal()
				must(t, thief.End())
				must(t, background.Begin())
				act(b)
				time.Sleep(time.Second)
				if !background.Tracing() {
					t.Error("the background tracer lost its trace")
				}
			})
		})
	}
}

func TestCleanupAfterCrash(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		crashed := b.m.Tool(49, "rt-helper")
		must(t, crashed.Begin())
		must(t, b.tracer.Cleanup(context.Background()))
		b.wantSlot(kdebug.SlotForeground) // it lives
		crashed.Die()
		must(t, b.tracer.Cleanup(context.Background()))
		b.wantSlot(kdebug.SlotOff)

		other := b.m.Tool(48, "fs_usage")
		must(t, other.Begin())
		other.Die()
		must(t, b.tracer.Cleanup(context.Background()))
		b.wantSlot(kdebug.SlotForeground) // not ours to clean, until we need it
	})
}

func TestPauseAndResume(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		ctx := context.Background()
		b.watch()
		b.main.Call(b.job.Read(0))
		must(t, b.tracer.Pause(ctx))
		b.wantSlot(kdebug.SlotOff)
		b.then("paused", "tracing-busy")
		if s := b.status(); !s.Paused || s.Watchers != 1 || !strings.Contains(s.Trouble.Detail, "resume") {
			t.Errorf("%+v", s)
		}
		tool := b.m.Tool(300, "fs_usage")
		must(t, tool.Begin())
		time.Sleep(time.Minute)
		if !tool.Tracing() {
			t.Fatal("the tool was disturbed during a pause")
		}
		must(t, b.tracer.Resume(ctx))
		b.named("fs_usage[300]")
		must(t, tool.End())
		time.Sleep(35 * time.Second)
		b.then("tracing again", "before-trace")
		b.main.End(4)
		b.main.Call(b.job.Read(0))
		b.then("and it reads", "waiting")
	})
}

func TestPauseWithoutWatcher(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		must(t, b.tracer.Resume(context.Background()))
		must(t, b.tracer.Pause(context.Background()))
		must(t, b.tracer.Resume(context.Background()))
		b.wantSlot(kdebug.SlotOff)
		b.main.Call(b.job.Read(0))
		b.then("no trouble is left over", "before-trace")
	})
}

func TestBusyEndsWithTheOtherTool(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		tool := b.m.Tool(300, "fs_usage")
		must(t, tool.Begin())
		b.watch()
		b.main.Call(b.job.Read(0))
		time.Sleep(5 * time.Second)
		if !tool.Tracing() {
			t.Error("the other tool was disturbed")
		}
		must(t, tool.End())
		time.Sleep(10 * time.Second)
		if s := b.status(); !s.Tracing || s.Trouble.Reason != "" {
			t.Errorf("%+v", s)
		}
	})
}

func TestNobodyRetriesWhenNobodyWatches(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		tool := b.m.Tool(300, "fs_usage")
		must(t, tool.Begin())
		b.watch()
		b.release()
		must(t, tool.End())
		time.Sleep(time.Minute)
		b.wantSlot(kdebug.SlotOff)
		if s := b.status(); s.Starts != 1 || s.Trouble.Reason != "" {
			t.Errorf("%+v", s)
		}
	})
}

// A trace that is lost while it lingers is not started again.
func TestLostWhileLingering(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.watch()
		time.Sleep(2 * time.Second)
		b.release()
		b.m.Reset()
		time.Sleep(time.Second)
		b.wantSlot(kdebug.SlotOff)
		if s := b.status(); s.Starts != 1 || s.Tracing {
			t.Errorf("%+v", s)
		}
	})
}
