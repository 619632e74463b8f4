package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// signals turns signals to rt into the end of contexts: the first ends ctx, the
// second hard, for whoever waits for a job to end by itself.
type signals struct {
	ctx, hard context.Context
	first     atomic.Int32
	ch        chan os.Signal
	done      chan struct{}
}

func catchSignals() *signals {
	s := &signals{ch: make(chan os.Signal, 4), done: make(chan struct{})}
	var cancel, cancelHard context.CancelFunc
	s.ctx, cancel = context.WithCancel(context.Background())
	s.hard, cancelHard = context.WithCancel(context.Background())
	for _, n := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(n) { // nohup, or a background job of a shell
			signal.Notify(s.ch, n)
		}
	}
	// A write to a pipe without a reader is to fail instead of ending rt.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	go s.run(cancel, cancelHard)
	return s
}

func (s *signals) run(cancel, cancelHard context.CancelFunc) {
	for {
		select {
		case n := <-s.ch:
			if s.first.CompareAndSwap(0, int32(n.(syscall.Signal))) {
				cancel()
				continue
			}
			cancelHard()
		case <-s.done:
			cancel()
			cancelHard()
			return
		}
	}
}

// caught is the first signal that came.
func (s *signals) caught() (syscall.Signal, bool) {
	n := s.first.Load()
	return syscall.Signal(n), n != 0
}

func (s *signals) stop() {
	signal.Stop(s.ch)
	close(s.done)
}
