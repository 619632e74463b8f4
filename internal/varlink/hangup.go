package varlink

import (
	"context"
	"errors"
	"os"
	"time"
)

// ErrHungUp is the cause (see context.Cause) with which the context of a handler
// ends when the peer closed the connection: nobody will read the reply.
var ErrHungUp = errors.New("varlink: the peer hung up")

// untilHangUp returns a context that ends when the peer closes, and a function
// that ends the watching. Bytes that arrive meanwhile stay where they are.
func (c *Conn) untilHangUp(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	_ = c.SetReadDeadline(time.Time{})
	go func() {
		defer close(done)
		if err := c.raw.Read(hungUp); !errors.Is(err, os.ErrDeadlineExceeded) {
			cancel(ErrHungUp)
		}
	}()
	return ctx, func() {
		_ = c.SetReadDeadline(past())
		<-done
		cancel(nil)
	}
}

// past returns a deadline that ends at once whatever waits.
func past() time.Time { return time.Unix(1, 0) }
