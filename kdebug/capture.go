package kdebug

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// captureLimit bounds a capture; a busy machine makes 64 MB in half a second.
const captureLimit = 64 << 20

// Capture keeps the raw records of the next d, up to 64 MiB: a golden file for
// ParseCapture. They are numbers only (times, threads, call numbers, the first
// four arguments, results), of whatever ran on the machine meanwhile: addresses,
// but no contents, and no names, which are left out.
func (t *Tracer) Capture(ctx context.Context, d time.Duration) ([]byte, error) {
	release, err := t.Watch(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	var kept []byte
	if err := t.record(ctx, func(b Batch) { kept = keepNumbers(kept, b) }); err != nil {
		return nil, err
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	// The drain must end before kept is returned, whatever the context says.
	if err := t.record(context.WithoutCancel(ctx), nil); err != nil {
		return nil, err
	}
	return kept, ctx.Err()
}

// keepNumbers adds the records of b to kept, but for those that spell names of
// threads and programs.
func keepNumbers(kept []byte, b Batch) []byte {
	for i := range b.Len() {
		if b.At(i).DebugID>>16 != classNames && len(kept) < captureLimit {
			kept = append(kept, b[i*RecordSize:(i+1)*RecordSize]...)
		}
	}
	return kept
}

// record sends every batch from now on to sink, and all that happened before it
// to the sink that was there.
func (t *Tracer) record(ctx context.Context, sink func(Batch)) error {
	return t.locked(ctx, func() error {
		if sink != nil && t.sink != nil {
			return errors.New("another capture is running")
		}
		t.catchUp()
		if t.session == nil {
			t.sink = nil
			return fmt.Errorf("no trace: %s", t.trouble.Detail)
		}
		t.sink, t.session.sink = sink, sink
		return nil
	})
}
