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
// ParseCapture. Records hold numbers only (times, threads, call numbers, the
// first four arguments, results): no names and no contents, but addresses of
// whatever ran on the machine meanwhile.
func (t *Tracer) Capture(ctx context.Context, d time.Duration) ([]byte, error) {
	release, err := t.Watch(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	var kept []byte
	if err := t.record(ctx, func(b Batch) { kept = append(kept, b[:min(len(b), captureLimit-len(kept))]...) }); err != nil {
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

// record sends every batch from now on to sink, and all that happened before it
// to the sink that was there.
func (t *Tracer) record(ctx context.Context, sink func(Batch)) error {
	var failed error
	err := t.locked(ctx, func() {
		if sink != nil && t.sink != nil {
			failed = errors.New("another capture is running")
			return
		}
		t.catchUp()
		t.sink = sink
		if t.session == nil {
			failed = fmt.Errorf("no trace: %s", t.trouble.Detail)
			return
		}
		t.session.sink = sink
	})
	return errors.Join(err, failed)
}
