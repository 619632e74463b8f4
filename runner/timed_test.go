package runner_test

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/runner"
)

// TestPassTimed: a read with a time limit is typed at, and passed if there is
// nothing to type.
func TestPassTimed(t *testing.T) {
	need(t, "bash")
	silent, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	defer w.Close()
	polls := "for i in 1 2 3; do read -t 0.1 x; echo -n .; done; read -p '? ' y"
	for _, c := range []struct {
		name, script string
		from         io.Reader
		state        runner.State
		output       string
	}{
		{"no input", polls, nil, runner.Waiting, "...? "},
		{"empty input", polls, strings.NewReader(""), runner.Waiting, "...? "},
		{"silent input", polls, silent, runner.Waiting, "...? "},
		{"input", "read -t 1000 x; echo \"<$x>\"", strings.NewReader("a\n"), runner.Finished, "a\n<a>\n"},
		{"end of input", "read x; read -t 1000 y; echo end", strings.NewReader("a\n"), runner.Finished, "a\nend\n"},
		{"no end for a secret", "read x; read -s -t 0.2 y; echo end", strings.NewReader("a\n"), runner.Finished, "a\nend\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o, err := start(t, "bash", "-c", c.script).Drive(within(t), c.from, runner.Limits{PassTimed: true, Quiet: time.Second})
			if err != nil || o.State != c.state || o.Output != c.output {
				t.Errorf("%v, %s, output %q; want %s, %q", err, o.Sentence(), o.Output, c.state, c.output)
			}
		})
	}
}

// TestPassTimedEnds at the time limit, and says what the job did.
func TestPassTimedEnds(t *testing.T) {
	need(t, "bash")
	silent, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	defer w.Close()
	for _, from := range []io.Reader{nil, silent} {
		l := runner.Limits{PassTimed: true, Timeout: 300 * time.Millisecond, Quiet: 20 * time.Millisecond}
		o, err := start(t, "bash", "-c", "read -t 1000 x").Drive(within(t), from, l)
		if err != nil || o.State != runner.Timeout || !o.Timed {
			t.Errorf("%v, %s", err, o.Sentence())
		}
	}
}
