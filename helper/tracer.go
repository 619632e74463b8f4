package helper

import (
	"context"
	"time"

	"github.com/rt-helper/rt-helper/kdebug"
)

func newTracer() *kdebug.Tracer { return kdebug.New(thisKernel(), kdebug.Options{}) }

// Capture keeps the records of the kernel's trace for a while: see
// kdebug.Tracer.Capture. It takes macOS, uid 0, and that nobody else traces.
func Capture(ctx context.Context, d time.Duration) ([]byte, error) {
	t := newTracer()
	defer t.Close()
	return t.Capture(ctx, d)
}
