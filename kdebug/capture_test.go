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

func TestCapture(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		time.AfterFunc(time.Second, func() {
			b.main.Start(fakekernel.Other(20))
			b.m.Inject(0, 0x07010004, b.main.ID(), 0x6574656c6c6f63)
			b.main.End(0)
			if _, err := b.tracer.Capture(context.Background(), time.Second); err == nil {
				t.Error("two captures at once")
			}
		})
		raw, err := b.tracer.Capture(context.Background(), 2*time.Second)
		must(t, err)
		batch, err := kdebug.ParseCapture(raw)
		must(t, err)
		seen, last := 0, uint64(0)
		for i := range batch.Len() {
			r := batch.At(i)
			if r.Timestamp < last {
				t.Fatalf("record %d is older than the one before", i)
			}
			last = r.Timestamp
			if r.Thread == b.main.ID() {
				seen++
			}
		}
		if seen != 2 {
			t.Errorf("%d records of the program, want 2", seen)
		}
		time.Sleep(10 * time.Second)
		b.wantSlot(kdebug.SlotOff)
	})
}

func TestCaptureThatCannotBe(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		must(t, b.m.Tool(300, "fs_usage").Begin())
		if _, err := b.tracer.Capture(context.Background(), time.Second); err == nil {
			t.Error("captured though another tool traces")
		}
		if _, err := b.tracer.Capture(context.Background(), time.Second); err == nil || strings.Contains(err.Error(), "another capture") {
			t.Errorf("a capture that failed left something behind: %v", err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := b.tracer.Capture(ctx, time.Second); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if s := b.status(); s.Watchers != 0 {
			t.Errorf("%+v", s)
		}
	})
}

// A capture that is cut short by its context leaves nothing behind.
func TestCaptureEndsWithItsContext(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		before := time.Now()
		if _, err := b.tracer.Capture(ctx, time.Hour); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if took := time.Since(before); took > 2*time.Second {
			t.Errorf("took %v", took)
		}
		_, err := b.tracer.Capture(context.Background(), time.Second)
		must(t, err)
	})
}
