package runner

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

func TestEnvironment(t *testing.T) {
	base := []string{"A=1", "LINES=5", "COLUMNS=7", "TERM=dumb", "LINESMAN=x"}
	if got, want := environment(base, false), []string{"A=1", "LINESMAN=x", "TERM=xterm-256color"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := environment(base, true), []string{"A=1", "TERM=dumb", "LINESMAN=x"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestStartErrors(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no program"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want error
	}{
		{nil, ErrNoCommand},
		{[]string{"no-such-program-anywhere"}, exec.ErrNotFound},
		{[]string{"/no/such/program"}, fs.ErrNotExist},
		{[]string{text}, fs.ErrPermission},
	} {
		j, err := Start(Options{Args: c.args})
		if !errors.Is(err, c.want) {
			t.Errorf("%q: %v, want %v", c.args, err, c.want)
		}
		if j != nil {
			j.Close()
		}
	}
}
