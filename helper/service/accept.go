package service

import (
	"context"
	"errors"
	"net"
	"syscall"
	"time"
)

// accept gives connections to take until the listener's deadline, which is set
// when ctx is done; one that comes too late goes to late.
func accept(ctx context.Context, c Config, take, late func(*net.UnixConn)) error {
	pause := time.Duration(0)
	for {
		conn, err := c.Listener.AcceptUnix()
		if ctx.Err() != nil {
			if err == nil {
				late(conn)
			}
			return nil
		}
		if err != nil {
			if !passing(err) {
				return err
			}
			pause = min(max(2*pause, 5*time.Millisecond), time.Second)
			c.Log.Warn("accept", "err", err, "pause", pause)
			time.Sleep(pause)
			continue
		}
		pause = 0
		take(conn)
	}
}

// passing reports an error of accept that goes away by itself.
func passing(err error) bool {
	for _, e := range []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.ENOBUFS, syscall.ECONNABORTED, syscall.EINTR} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
