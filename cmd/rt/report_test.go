package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/runner"
)

func outcome(state runner.State, prompt string) runner.Outcome {
	return runner.Outcome{State: state, Prompt: &prompt}
}

// TestLineBreak: the status line stands on a line of its own, if it goes where
// the prompt went.
func TestLineBreak(t *testing.T) {
	dir := t.TempDir()
	open := func(name string) *os.File {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		return f
	}
	for _, c := range []struct {
		name string
		p    program
		o    runner.Outcome
		want string
	}{
		{"same file", program{out: open("a"), err: open("a")}, outcome(runner.Waiting, "Name?"), "\n"},
		{"other file", program{out: open("a"), err: open("b")}, outcome(runner.Waiting, "Name?"), ""},
		{"no files", program{out: &bytes.Buffer{}, err: &bytes.Buffer{}}, outcome(runner.Waiting, "Name?"), ""},
		{"no prompt", program{out: open("a"), err: open("a")}, outcome(runner.Waiting, ""), ""},
		{"finished", program{out: open("a"), err: open("a")}, runner.Outcome{State: runner.Finished}, ""},
	} {
		if got := (invocation{program: c.p}).lineBreak(c.o); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestReport(t *testing.T) {
	exit := 0
	done := runner.Outcome{State: runner.Finished, Exit: &exit}
	left := done
	left.InputLeft = true
	for _, c := range []struct {
		name    string
		options runOptions
		outcome runner.Outcome
		out     string
		err     string
	}{
		{"finished", runOptions{}, done, "", ""},
		{"finished, input left", runOptions{}, left, "", "[finished: exit 0; not all of the input was used]\n"},
		{"waiting", runOptions{}, outcome(runner.Waiting, "<a & b>"), "", "[waiting: a program wants input; prompt: <a & b>]\n"},
		{"json", runOptions{json: true}, outcome(runner.Waiting, "<a & b>"), `"prompt":"<a & b>"`, ""},
	} {
		var out, errs bytes.Buffer
		i := invocation{program: program{out: &out, err: &errs}, options: c.options}
		i.report(c.outcome, 0)
		if !strings.Contains(out.String(), c.out) || c.out == "" && out.Len() > 0 || errs.String() != c.err {
			t.Errorf("%s: %q and %q", c.name, out.String(), errs.String())
		}
	}
}

// TestStatusFileCannotBeWritten is told before anything is run.
func TestStatusFileCannotBeWritten(t *testing.T) {
	ran := filepath.Join(t.TempDir(), "ran")
	got := run(t, "", "run", "--status-file", "/no/such/directory/status", "--", "touch", ran)
	if got.status != exitError || !strings.Contains(got.err, "--status-file") {
		t.Errorf("%+v", got)
	}
	if _, err := os.Stat(ran); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the command was run: %v", err)
	}
}
