package runner_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/runner"
)

// TestBigOutputIsComplete: raw bytes and text, though the command ends at once
// after it has printed.
func TestBigOutputIsComplete(t *testing.T) {
	var want strings.Builder
	for i := 1; i <= 300000; i++ {
		fmt.Fprintf(&want, "%d\r\n", i)
	}
	var got bytes.Buffer
	j, err := runner.Start(runner.Options{Args: []string{"seq", "1", "300000"}, Asker: asker(t), Output: &got})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	o := outcomeOf(t, j)
	if got.String() != want.String() {
		t.Errorf("%d bytes printed, want %d", got.Len(), want.Len())
	}
	text := int64(want.Len() - 300000) // without the carriage returns
	if !o.Truncated || o.OutputBytes != text || !strings.HasSuffix(o.Output, "\n299999\n300000\n") || !strings.HasPrefix(o.Output, "1\n2\n") {
		t.Errorf("%d bytes of text, want %d: %.20q...", o.OutputBytes, text, o.Output)
	}
}

// TestSmallOutputIsComplete: many times, for it is a race with the end.
func TestSmallOutputIsComplete(t *testing.T) {
	for range 50 {
		if o := outcomeOf(t, start(t, "sh", "-c", "echo one; echo two; printf three")); o.Output != "one\ntwo\nthree" {
			t.Fatalf("output %q", o.Output)
		}
	}
}

// TestBackgroundProcessIsNotWaitedFor: it has the terminal open and prints on.
func TestBackgroundProcessIsNotWaitedFor(t *testing.T) {
	j := start(t, "sh", "-c", "trap '' HUP; (while echo x; do sleep 0.01; done) & echo $!; exit 3")
	o := outcomeOf(t, j)
	if o.State != runner.Finished || *o.Exit != 3 {
		t.Errorf("%s", o.Sentence())
	}
	j.Close() // the loop ends when its writes fail
}

type fullDisk struct{}

var errFull = errors.New("disk full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestOutputThatCannotBeWritten is told, and nothing blocks.
func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, script := range []string{"seq 1 100000; sleep 1000", "echo x"} {
		j, err := runner.Start(runner.Options{Args: []string{"sh", "-c", script}, Asker: asker(t), Output: fullDisk{}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := j.Wait(within(t), runner.Limits{}); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", script, err)
		}
		if err := j.HangUp(within(t), 0); err != nil {
			t.Error(err)
		}
	}
}

// stuck blocks every write until it is let go.
type stuck chan struct{}

func (s stuck) Write(b []byte) (int, error) {
	<-s
	return len(b), nil
}

// TestOutputThatNobodyTakes: the time limit holds, and the job can be ended.
func TestOutputThatNobodyTakes(t *testing.T) {
	s := make(stuck)
	j, err := runner.Start(runner.Options{Args: []string{"yes"}, Asker: asker(t), Output: s})
	if err != nil {
		t.Fatal(err)
	}
	defer close(s)
	o, err := j.Wait(within(t), runner.Limits{Timeout: 1})
	if err != nil || o.State != runner.Timeout {
		t.Errorf("%+v, %v", o, err)
	}
	if err := j.HangUp(within(t), 0); err != nil {
		t.Error(err)
	}
}
