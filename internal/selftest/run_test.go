package selftest

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// knowing is an asker that knows the row: it moves on to the next step after as
// many questions as a right answer takes.
func knowing(r row) Asker {
	const perStep = 4
	asked := 0
	return func(context.Context, *pty.Pty) (client.Answer, error) {
		at := min(asked/perStep, len(r.steps)-1)
		asked++
		a := right(r.steps[at].want)
		if a.Wait != "" {
			a.Wait = fmt.Sprintf("wait %d", at)
		}
		return a, nil
	}
}

// TestRunGoesThroughEveryRow runs the whole table against right answers.
func TestRunGoesThroughEveryRow(t *testing.T) {
	for _, r := range rows() {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			o := options(t)
			o.Only, o.Asker = []string{r.name}, knowing(r)
			result := Run(context.Background(), o)
			if len(result.Rows) != 1 {
				t.Fatalf("%d results", len(result.Rows))
			}
			switch got := result.Rows[0]; got.Verdict {
			case Failed:
				t.Error(got.Detail)
			case Skipped:
				t.Skip(got.Detail)
			}
		})
	}
}

func TestRowNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rows() {
		if seen[r.name] {
			t.Errorf("two rows are called %s", r.name)
		}
		seen[r.name] = true
		if _, ok := modes()[r.mode]; !ok && r.mode != "" {
			t.Errorf("%s: no mode %s", r.name, r.mode)
		}
	}
}

func TestRunReports(t *testing.T) {
	var out strings.Builder
	o := options(t)
	o.Out, o.Only = &out, []string{"busy", "no such", "su-prompt", "read"}
	o.Root = false
	o.Asker = func(context.Context, *pty.Pty) (client.Answer, error) {
		return right(want{state: client.Waiting, exclusive: yes, timed: no, calls: []string{"read"}, descriptor: ptr(0),
			secret: client.SecretNo, echo: yes, canonical: yes}), nil
	}
	result := Run(context.Background(), o)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i, prefix := range []string{
		"ok   read: waiting",
		"FAIL busy: got waiting (read of , pid 10), want running; its output ended with \"READY busy",
		"skip su-prompt: ",
		"FAIL no such: no such row",
		"1 ok, 2 failed, 1 skipped",
	} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], prefix) {
			t.Errorf("line %d should begin with %q:\n%s", i+1, prefix, out.String())
		}
	}
	if result.OK() || result.Count(OK) != 1 || result.Count(Failed) != 2 || result.Count(Skipped) != 1 {
		t.Errorf("%+v", result)
	}
}

func TestRunStops(t *testing.T) {
	var out strings.Builder
	ctx, cancel := context.WithCancel(context.Background())
	o := options(t)
	o.Out = &out
	o.Asker = func(context.Context, *pty.Pty) (client.Answer, error) {
		cancel()
		return client.Answer{State: client.Unknown}, nil
	}
	result := Run(ctx, o)
	if !result.Interrupted || len(result.Rows) != 1 || result.OK() || !strings.Contains(out.String(), ", interrupted\n") {
		t.Errorf("%+v\n%s", result, out.String())
	}
}

func TestRunNamesTheStep(t *testing.T) {
	o := options(t)
	o.Only = []string{"read-stopped"}
	o.Asker, _ = answers(right(waits("read", "read").steps[0].want), right(waits("read", "read").steps[0].want),
		right(waits("read", "read").steps[0].want), right(waits("read", "read").steps[0].want), client.Answer{State: client.Waiting})
	result := Run(context.Background(), o)
	if got := result.Rows[0].Detail; !strings.HasPrefix(got, "step 2: got waiting, want stopped") {
		t.Errorf("got %q", got)
	}
}

func TestProgramsThatCannotRun(t *testing.T) {
	for _, c := range []struct{ name, self, words string }{
		{"missing", "/nonexistent/program", "/nonexistent/program"},
		{"not a probe", "/bin/true", "ended before"},
	} {
		o := options(t)
		o.Self, o.Only = c.self, []string{"read"}
		result := Run(context.Background(), o)
		if got := result.Rows[0]; got.Verdict != Failed || !strings.Contains(got.Detail, c.words) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestSelfMayBeRelative(t *testing.T) {
	t.Chdir(t.TempDir())
	o := options(t)
	if err := os.Symlink(o.Self, "probe"); err != nil {
		t.Fatal(err)
	}
	r := o.chosen()[0]
	o.Self, o.Only, o.Asker = "./probe", []string{r.name}, knowing(r)
	if result := Run(context.Background(), o); !result.OK() {
		t.Errorf("%+v", result)
	}
}

func TestResultOK(t *testing.T) {
	for _, c := range []struct {
		verdicts    []Verdict
		interrupted bool
		want        bool
	}{
		{nil, false, false},
		{[]Verdict{Skipped}, false, false},
		{[]Verdict{OK}, false, true},
		{[]Verdict{OK, Skipped}, false, true},
		{[]Verdict{OK, Failed}, false, false},
		{[]Verdict{OK}, true, false},
	} {
		r := Result{Interrupted: c.interrupted}
		for _, v := range c.verdicts {
			r.Rows = append(r.Rows, RowResult{Verdict: v})
		}
		if r.OK() != c.want {
			t.Errorf("%v, interrupted %v: OK is %v", c.verdicts, c.interrupted, r.OK())
		}
	}
}
