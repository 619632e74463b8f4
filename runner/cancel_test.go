package runner

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// TestCancelTellsWhatThereIs: the output and the job, also while input is waited
// for.
func TestCancelTellsWhatThereIs(t *testing.T) {
	never, w := io.Pipe()
	defer w.Close()
	for _, c := range []struct {
		name   string
		answer client.Answer
		from   io.Reader
	}{
		{"running", running, nil},
		{"waiting for input that does not come", waits("w1"), never},
	} {
		t.Run(c.name, func(t *testing.T) {
			told := make(chan struct{}, 100)
			j := startOptions(t, Options{
				Asker: always(c.answer), Args: []string{"/bin/sh", "-c", "echo text; sleep 1000"},
				Answered: func(client.Answer) { told <- struct{}{} },
			})
			until(t, "text", func() (is bool) {
				_ = j.out.drain(context.Background())
				return j.out.count.Load() > 0
			})
			ctx, cancel := context.WithCancel(context.Background())
			go func() {
				<-told
				until(t, "a second look", func() bool { return c.from == nil || j.in.last() == "w1" })
				cancel()
			}()
			o, err := j.Drive(ctx, c.from, Limits{Quiet: patience})
			if !errors.Is(err, context.Canceled) || o.State != "" || o.Job != c.answer.State {
				t.Errorf("%v, %+v", err, o)
			}
			if !strings.HasPrefix(o.Output, "text\n") || o.ElapsedMS < 0 || o.Prompt == nil {
				t.Errorf("%+v", o)
			}
		})
	}
}
