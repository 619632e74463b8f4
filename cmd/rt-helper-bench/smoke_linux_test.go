package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// runShort measures for some seconds and returns what was printed. A row that
// fails, a wrong answer and an early one are in the exit status.
func runShort(t *testing.T, args ...string) string {
	t.Helper()
	var out, log bytes.Buffer
	if status := run(append([]string{"-short"}, args...), &out, &log); status != 0 {
		t.Fatalf("status %d\n%s%s", status, out.String(), log.String())
	}
	t.Log(out.String())
	return out.String()
}

// figures are the numbers behind the name of a row.
func figures(t *testing.T, out, name string) []string {
	t.Helper()
	for l := range strings.Lines(out) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(l), name+"  "); ok {
			return strings.Fields(rest)
		}
	}
	t.Fatalf("no row %q in\n%s", name, out)
	return nil
}

var number = regexp.MustCompile(`^\(?[0-9]+(\.[0-9]+)?\)?$`)

// mustHave wants at least n numbers at the begin of each row, the first of which
// is not zero.
func mustHave(t *testing.T, out string, n int, rows ...string) {
	t.Helper()
	for _, name := range rows {
		f := figures(t, out, name)
		for i := range n {
			if i >= len(f) || !number.MatchString(f[i]) {
				t.Errorf("%s: %d figures are wanted, got %q", name, n, f)
				break
			}
		}
		if strings.Trim(f[0], "0.") == "" {
			t.Errorf("%s: nothing was measured: %q", name, f)
		}
	}
}

func TestQuestions(t *testing.T) {
	needsPrograms(t)
	out := runShort(t, "-only", "^(query|first|scan|connect)/")
	for _, k := range kinds() {
		mustHave(t, out, 7, k.name+", "+byMaster, k.name+", "+bySlave)
		if f := strings.Join(figures(t, out, k.name+", "+byPath), " "); !strings.HasPrefix(f, "not here") {
			mustHave(t, out, 7, k.name+", "+byPath)
		}
	}
	first, _, _ := strings.Cut(out[strings.Index(out, "First query"):], "Other ways")
	mustHave(t, first, 2, "read (cat)", "running (sleep)", "pipe of 4, running")
	mustHave(t, out, 4, "prometheus/procfs: AllProcs and a Stat each", "Python: scan, syscall, FIONREAD, twice")
	fresh := out[strings.Index(out, "Query on a new connection"):]
	mustHave(t, fresh, 4, "read (cat), master", "running (sleep), master")
}

func TestWatches(t *testing.T) {
	out := runShort(t, "-only", "^watch/")
	for _, w := range (&bench{scale: brief()}).watchRows() {
		mustHave(t, out, 5, w.name())
	}
}

func TestCosts(t *testing.T) {
	needsPrograms(t)
	out := runShort(t, "-only", "^cpu/(job|.* in one watch)")
	mustHave(t, out, 3, "job that waits", "job that is stopped", "10 terminals in one watch, lateness 500 ms")
	if strings.Contains(out, "silent job") {
		t.Errorf("a row was measured that was not chosen:\n%s", out)
	}
}

func TestFairness(t *testing.T) {
	needsPrograms(t)
	out := runShort(t, "-only", "^fair/")
	mustHave(t, out, 6, "6 clients ask as fast as they can", "a job of 300 threads is asked about", "20 terminals are watched")
	if !regexp.MustCompile(`6 clients ask as fast as they can: [1-9][0-9]* answers`).MatchString(out) {
		t.Errorf("the others were not told anything:\n%s", out)
	}
}

func TestProfile(t *testing.T) {
	needsPrograms(t)
	dir := t.TempDir()
	runShort(t, "-only", "^query/read.*master", "-profile", dir)
	list, err := filepath.Glob(filepath.Join(dir, "worker-*.pprof"))
	if err != nil || len(list) == 0 {
		t.Fatalf("profiles: %q, %v", list, err)
	}
	if info, err := os.Stat(list[0]); err != nil || info.Size() == 0 {
		t.Errorf("the profile is empty, or %v", err)
	}
}
