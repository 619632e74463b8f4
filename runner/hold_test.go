package runner

import (
	"context"
	"iter"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// heldAsker tells of a watch's begin late, and notes its end.
type heldAsker struct {
	begun, ended atomic.Bool
}

func (a *heldAsker) Query(context.Context, *client.Terminal) (client.Answer, error) {
	return client.Answer{State: client.Running}, nil
}

func (a *heldAsker) Watch(ctx context.Context, _ *client.Terminal, _ client.WatchOptions) iter.Seq2[client.Event, error] {
	return func(yield func(client.Event, error) bool) {
		time.Sleep(20 * time.Millisecond)
		a.begun.Store(true)
		yield(client.Event{Answer: client.Answer{State: client.NoForeground}}, nil)
		<-ctx.Done()
		a.ended.Store(true)
	}
}

// TestHold: the watch has begun when hold returns, and lasts as long as the job.
func TestHold(t *testing.T) {
	if traced("linux") || !traced("darwin") {
		t.Error("only macOS shows a wait to those alone who watched when it began")
	}
	a := &heldAsker{}
	j := &Job{options: Options{Asker: a}, ended: make(chan struct{})}
	j.hold()
	if !a.begun.Load() || a.ended.Load() {
		t.Fatal("hold returned before the watch had begun, or it has ended")
	}
	close(j.ended)
	for end := time.Now().Add(patience); !a.ended.Load(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the watch goes on after the job's end")
		}
	}
}
