package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/runner"
)

func parse(t *testing.T, args ...string) (runOptions, string, bool) {
	t.Helper()
	var errs bytes.Buffer
	o, _, ok := program{err: &errs}.parseRun(args)
	return o, errs.String(), ok
}

func TestDefaults(t *testing.T) {
	o, errs, ok := parse(t, "true")
	if !ok || errs != "" {
		t.Fatal(errs)
	}
	if o.timeout != 0 || o.grace != 10*time.Second || o.quiet != 3*time.Second || !o.hangup || o.statusFD != -1 {
		t.Errorf("%+v", o)
	}
	if got := o.limits(); got != (runner.Limits{Quiet: 3 * time.Second}) {
		t.Errorf("%+v", got)
	}
}

func TestDurations(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90s": 90 * time.Second, "5m": 5 * time.Minute, "2": 2 * time.Second, "0.5": 500 * time.Millisecond, "0": 0, "20ms": 20 * time.Millisecond,
	} {
		if o, errs, ok := parse(t, "--timeout", text, "true"); !ok || o.timeout != want {
			t.Errorf("%s: %v, %s", text, o.timeout, errs)
		}
	}
	for _, text := range []string{"", "soon", "-1s", "-1", "5 m", "NaN", "Inf", "1e300"} {
		if o, _, ok := parse(t, "--timeout", text, "true"); ok {
			t.Errorf("%q is taken for %v", text, o.timeout)
		}
	}
}

// TestNoQuiet: none at all is not the default.
func TestNoQuiet(t *testing.T) {
	o, _, _ := parse(t, "--quiet", "0", "true")
	if got := o.limits().Quiet; got != time.Nanosecond {
		t.Errorf("%v", got)
	}
}

func TestCommand(t *testing.T) {
	for _, c := range []struct{ args, want []string }{
		{[]string{"--", "ls", "-l"}, []string{"ls", "-l"}},
		{[]string{"ls", "-l"}, []string{"ls", "-l"}},
		{[]string{"--json", "ls", "--", "-l"}, []string{"ls", "--", "-l"}},
		{[]string{"--shell", "a | b"}, []string{"/bin/sh", "-c", "a | b"}},
		{[]string{"--", "--json"}, []string{"--json"}},
	} {
		o, errs, ok := parse(t, c.args...)
		if got := o.command().Args; !ok || !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, %s", c.args, got, errs)
		}
	}
}

// TestHelpNamesTheLimits: who reads it knows what becomes of a command that has
// not ended, and what the exit statuses mean.
func TestHelpNamesTheLimits(t *testing.T) {
	_, help, ok := parse(t, "--help")
	if ok {
		t.Error("help runs nothing")
	}
	for _, want := range []string{"75 it waits", "76 cannot tell", "124", "125", "127", "hung up", "-grace", "-events", "-quiet", "-cols", "no sessions"} {
		if !strings.Contains(help, want) {
			t.Errorf("%q is not said", want)
		}
	}
}

func TestSizeOr(t *testing.T) {
	for _, c := range []struct {
		o          runOptions
		rows, cols int
	}{
		{runOptions{}, 24, 80},
		{runOptions{rows: 50}, 50, 80},
		{runOptions{cols: 132}, 24, 132},
	} {
		if rows, cols := c.o.sizeOr(size{24, 80}); rows != c.rows || cols != c.cols {
			t.Errorf("%d by %d, want %d by %d", rows, cols, c.rows, c.cols)
		}
	}
}
