package runner_test

import (
	"context"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/runner"
)

func itoa(n int) string { return strconv.Itoa(n) }

func drive(t *testing.T, j *runner.Job, input string) runner.Outcome {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := io.WriteString(w, input); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	o, err := j.Drive(within(t), r, runner.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestDrive(t *testing.T) {
	ask := `read -p 'Name? ' n; read -p 'Age? ' a; echo "<$n|$a>"`
	for _, c := range []struct {
		name, need, script, input string
		state                     runner.State
		output                    string
		left                      bool
	}{
		{"lines", "bash", ask, "bob\n42\n", runner.Finished, "Name? bob\nAge? 42\n<bob|42>\n", false},
		{"last line without an end", "bash", ask, "bob\n42", runner.Finished, "Name? bob\nAge? 42\n<bob|42>\n", false},
		{"too many lines", "bash", "read x", "1\n2\n3\n", runner.Finished, "1\n", true},
		{"input that nobody reads", "true", "true", "1\n", runner.Finished, "", true},
		{"end of input", "cat", "cat; echo end", "a\n", runner.Finished, "a\na\nend\n", false},
		{"waits after the end", "bash", "cat; read -p 'More? ' x", "a\n", runner.Waiting, "a\na\nMore? ", false},
		{"no input", "bash", ask, "", runner.Waiting, "Name? ", false},
		{"no end for a secret", "bash", "read x; read -s -p 'Password: ' y", "a\n", runner.Waiting, "a\nPassword: ", false},
		{"a secret is typed and not shown", "bash", "read -s -p 'Password: ' y; echo; echo ${#y}", "hunter2\n", runner.Finished, "Password: \n7\n", false},
		{"line editor", "python3", "python3 -q", "6*7\nexit()\n", runner.Finished, ">>> 6*7\n42\n>>> exit()\n", false},
		{"keys", "bash", "read -n 1 x; echo \"<$x>\"", "y", runner.Finished, "y<y>\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			need(t, c.need)
			need(t, "bash")
			o := drive(t, start(t, "bash", "-c", c.script), c.input)
			if o.State != c.state || o.Output != c.output || o.InputLeft != c.left {
				t.Errorf("%s, output %q, input left %v; want %s, %q, %v", o.Sentence(), o.Output, o.InputLeft, c.state, c.output, c.left)
			}
		})
	}
}

// TestDriveManyLines: none is lost, doubled or typed too early. With early
// typing the echo of a line would come before the answer to the one before.
func TestDriveManyLines(t *testing.T) {
	var input, want strings.Builder
	for i := range 150 {
		input.WriteString(itoa(i) + "\n")
		want.WriteString(itoa(i) + "\n<" + itoa(i) + ">\n")
	}
	o := drive(t, start(t, "sh", "-c", `while read x; do echo "<$x>"; done`), input.String())
	if o.State != runner.Finished || o.Output != want.String() {
		t.Errorf("%s, output %q", o.Sentence(), o.Output)
	}
}

// TestDriveLongLine: what the terminal would cut is not typed.
func TestDriveLongLine(t *testing.T) {
	need(t, "wc")
	for _, c := range []struct {
		length int
		want   string
	}{
		{runner.LongestCanonical, itoa(runner.LongestCanonical + 1 + len("short\n"))},
		{runner.LongestCanonical + 1, "[waiting: "},
		{60_000, "[waiting: "},
	} {
		o := drive(t, start(t, "wc", "-c"), "short\n"+strings.Repeat("x", c.length)+"\n")
		if c.want == "[waiting: " {
			if o.State != runner.Waiting || !o.InputLeft || !strings.Contains(o.Sentence(), "the next line is longer than") {
				t.Errorf("%d bytes: %s", c.length, o.Sentence())
			}
		} else if o.State != runner.Finished || !strings.HasSuffix(o.Output, "\n"+c.want+"\n") {
			t.Errorf("%d bytes: %s, output %q, want %s", c.length, o.Sentence(), o.Output, c.want)
		}
	}
}

// TestDriveSilentPipe: whoever holds a pipe and writes nothing gets the outcome.
func TestDriveSilentPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	j := start(t, "sh", "-c", "read x")
	o, err := j.Drive(within(t), r, runner.Limits{Quiet: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if o.State != runner.Waiting || o.InputLeft {
		t.Errorf("%+v", o)
	}
}

// TestDriveSlowPipe: a line that comes later is typed then.
func TestDriveSlowPipe(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		time.Sleep(100 * time.Millisecond)
		_, _ = io.WriteString(w, "late\n")
		_ = w.Close()
	}()
	j := start(t, "sh", "-c", `read x; echo "<$x>"`)
	o, err := j.Drive(within(t), r, runner.Limits{Quiet: patience})
	if err != nil {
		t.Fatal(err)
	}
	if o.State != runner.Finished || o.Output != "late\n<late>\n" {
		t.Errorf("%s, output %q", o.Sentence(), o.Output)
	}
}

// TestDriveEndsWithTheJob: also while input is waited for.
func TestDriveEndsWithTheJob(t *testing.T) {
	need(t, "bash")
	r, w := io.Pipe()
	defer w.Close()
	j := start(t, "bash", "-c", "read -t 0.2 x; echo over")
	o, err := j.Drive(context.Background(), r, runner.Limits{Quiet: patience})
	if err != nil {
		t.Fatal(err)
	}
	if o.State != runner.Finished || o.Output != "over\n" {
		t.Errorf("%s, output %q", o.Sentence(), o.Output)
	}
}
