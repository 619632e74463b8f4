package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// holdTrace keeps the kernel's trace on, where there is one, by a watch of a
// terminal on which nothing runs: a question does not start a trace, and of
// what began before it little is known. It says why if there is none to be had.
func (p program) holdTrace(ctx context.Context, ask asker) (release func(), traced bool) {
	if _, err := ask.Trace(ctx); errors.Is(err, client.ErrNoTrace) {
		return func() {}, false
	}
	ctx, stop := context.WithCancel(ctx)
	ended, err := ask.watchNothing(ctx)
	if err == nil {
		var t client.Trace
		if t, err = ask.Trace(ctx); err == nil && t.Reason != "" {
			err = fmt.Errorf("%s: %s", t.Reason, t.Detail)
		}
	}
	if err != nil {
		fmt.Fprintf(p.out, "no trace, so that most rows fail: %v\n", err)
	}
	return func() {
		stop()
		if ended != nil {
			<-ended
		}
	}, true
}

// watchNothing returns after the first event of a watch, which goes on until
// ctx is done; then ended is closed.
func (a asker) watchNothing(ctx context.Context) (ended <-chan struct{}, err error) {
	idle, err := pty.Open()
	if err != nil {
		return nil, err
	}
	t, err := client.FromFile(idle.Master())
	if err != nil {
		return nil, errors.Join(err, idle.Close())
	}
	first, done := make(chan error, 1), make(chan struct{})
	tell := func(err error) {
		select {
		case first <- err:
		default:
		}
	}
	go func() {
		defer close(done)
		defer idle.Close()
		for _, err := range a.Watch(ctx, t, client.WatchOptions{}) {
			tell(err)
		}
		tell(errors.New("the watch ended at once"))
	}()
	return done, <-first
}

// captureTime is long enough for some of every call, and short enough for a
// file that can be sent.
const captureTime = 2 * time.Second

// capture keeps records of the kernel's trace in a new file, for its owner only.
func (p program) capture(ctx context.Context, file string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	b, err := helper.Capture(ctx, captureTime)
	if err == nil {
		_, err = f.Write(b)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(fmt.Errorf("capture: %w", err), os.Remove(file))
	}
	fmt.Fprintf(p.out, "%s: %d bytes of trace records: numbers only, no names and no contents; but they tell which calls every program made meanwhile\n", file, len(b))
	return nil
}
