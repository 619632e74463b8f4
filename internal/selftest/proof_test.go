package selftest

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func passed(names ...string) Result {
	var r Result
	for _, n := range names {
		r.Rows = append(r.Rows, RowResult{Name: n, Verdict: OK})
	}
	return r
}

func TestProves(t *testing.T) {
	p := proof{file: "f", rows: []string{"a", "b"}, try: "another thing"}
	failed := passed("a", "b")
	failed.Rows[1].Verdict = Failed
	skipped := passed("a", "b")
	skipped.Rows[0].Verdict = Skipped
	for _, c := range []struct {
		name    string
		r       Result
		p       proof
		service bool
		want    string
	}{
		{"all passed", passed("a", "b", "c"), p, false, "proved"},
		{"one did not run", passed("a"), p, false, "not proved"},
		{"one failed", failed, p, false, "not proved"},
		{"one was skipped", skipped, p, false, "not proved"},
		{"no row shows it", passed("a"), proof{}, true, "not proved"},
		{"not asked of a service", passed("a"), proof{rows: []string{"a"}, service: true}, false, "not proved"},
		{"asked of a service", passed("a"), proof{rows: []string{"a"}, service: true}, true, "proved"},
	} {
		if got := c.r.proves(c.p, c.service); got != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	if got := p.hint(failed, false); got != " (another thing)" {
		t.Errorf("hint %q", got)
	}
	if got := p.hint(passed("a", "b"), false); got != "" {
		t.Errorf("hint %q for what is proved", got)
	}
}

func TestPrintProofs(t *testing.T) {
	var out strings.Builder
	passed("read", "no-session").PrintProofs(&out, false)
	text := out.String()
	for _, want := range []string{"proved     internal/pty/pty_darwin.go\n", "not proved kdebug/kernel_darwin.go\n", "not proved client/terminal_darwin.go (rt-helper query"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestProofsAreOfFiles: the table has every file that only macOS compiles, but
// for those that hold no more than a table or a constant.
func TestProofsAreOfFiles(t *testing.T) {
	plain := []string{"internal/selftest/needs_darwin.go", "internal/selftest/rows_darwin.go"}
	var told []string
	for _, p := range proofs() {
		told = append(told, p.file)
	}
	var found []string
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_darwin.go") {
			rel, _ := filepath.Rel(root, path)
			found = append(found, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if !slices.Contains(told, f) && !slices.Contains(plain, f) {
			t.Errorf("%s is not in the table", f)
		}
	}
	for _, f := range told {
		if _, err := os.Stat(filepath.Join(root, f)); err != nil {
			t.Errorf("%v", err)
		}
	}
}

// TestProofsAreByRows: a row that does not exist proves nothing. Those of macOS
// are known here by their names only.
func TestProofsAreByRows(t *testing.T) {
	mac := []string{"select", "poll", "kevent"}
	for _, p := range proofs() {
		for _, name := range p.rows {
			if !slices.Contains(mac, name) && !slices.ContainsFunc(commonRows(), func(r row) bool { return r.name == name }) {
				t.Errorf("%s: no row %s", p.file, name)
			}
		}
		if len(p.rows) == 0 && p.try == "" {
			t.Errorf("%s: nothing proves it", p.file)
		}
	}
}
