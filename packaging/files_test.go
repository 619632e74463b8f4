package packaging

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// checkers are programs that check a kind of file.
var checkers = []struct {
	files   string
	command []string
}{
	{"man/*.[178]", []string{"mandoc", "-T", "lint", "-W", "warning"}},
	{"completions/*.bash", []string{"bash", "-n"}},
	{"completions/_*", []string{"zsh", "-n"}},
	{"completions/*.fish", []string{"fish", "--no-execute"}},
	{"deb/p*", []string{"sh", "-n"}},
	{"rpm/*", []string{"sh", "-n"}},
	{"macos/*.sh", []string{"sh", "-n"}},
	{"systemdtest/boot", []string{"bash", "-n"}},
	{"../scripts/package", []string{"bash", "-n"}},
}

func TestFilesAreWellFormed(t *testing.T) {
	for _, c := range checkers {
		files, err := filepath.Glob(c.files)
		if err != nil || len(files) == 0 {
			t.Errorf("%s: %v, %v", c.files, files, err)
		}
		for _, f := range files {
			t.Run(f, func(t *testing.T) {
				if _, err := exec.LookPath(c.command[0]); err != nil {
					t.Skipf("%s is not installed", c.command[0])
				}
				out, err := exec.Command(c.command[0], append(c.command[1:], f)...).CombinedOutput()
				if err != nil && !onlyOldIndex(string(out)) {
					t.Errorf("%v\n%s", err, out)
				}
			})
		}
	}
}

// onlyOldIndex reports that mandoc complains of nothing but its index of pages.
func onlyOldIndex(out string) bool {
	for line := range strings.Lines(out) {
		if !strings.Contains(line, "outdated mandoc.db") {
			return false
		}
	}
	return out != ""
}

// TestSubcommandsAreKnown: pages and completions name each subcommand.
func TestSubcommandsAreKnown(t *testing.T) {
	for _, f := range []string{"man/rt-helper.8", "completions/rt-helper.bash", "completions/_rt-helper", "completions/rt-helper.fish"} {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"query", "list", "watch", "serve", "status", "install", "uninstall", "selftest", "doctor", "trace", "version"} {
			if !strings.Contains(string(b), name) {
				t.Errorf("%s does not name %s", f, name)
			}
		}
	}
}
