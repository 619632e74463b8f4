package runner

import (
	"context"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// traced reports a system on which a wait can be seen only if a watch was in
// progress when it began: macOS, where a watch holds the kernel's trace.
func traced(goos string) bool { return goos == "darwin" }

// holdPatience bounds the wait for a watch to begin.
const holdPatience = 2 * time.Second

// hold keeps a watch in progress from before the command starts until it has
// ended. It returns when the watch has begun, or why not is known.
func (j *Job) hold() {
	ctx, cancel := context.WithCancel(context.Background())
	begun := make(chan struct{})
	go func() {
		told := false
		for range j.options.Asker.Watch(ctx, j.terminal, client.WatchOptions{Lateness: time.Second}) {
			if !told {
				told = true
				close(begun)
			}
		}
		if !told {
			close(begun)
		}
	}()
	select {
	case <-begun:
	case <-time.After(holdPatience):
	}
	go func() {
		<-j.ended
		cancel()
	}()
}
