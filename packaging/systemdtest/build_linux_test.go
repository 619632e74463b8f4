package systemdtest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReproducible builds a version a second time.
func TestReproducible(t *testing.T) {
	t.Parallel()
	first := shared(t)
	again := t.TempDir()
	if err := tool(again, "../../scripts/package", oldVersion, "deb", "rpm", "tar"); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(again, "*"))
	if err != nil || len(files) != 3 {
		t.Fatalf("built %q, %v", files, err)
	}
	for _, f := range files {
		a, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(first, filepath.Base(f)))
		if err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: other bytes the second time (%v)", filepath.Base(f), err)
		}
	}
}

// TestLintian: what it complains of and is right as it is stands in
// deb/lintian-overrides with the reason.
func TestLintian(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("lintian"); err != nil {
		t.Skip("lintian is not installed")
	}
	out, err := exec.Command("lintian", "--fail-on", "error,warning", filepath.Join(shared(t), "rt-helper_"+oldVersion+"-1_"+debArch+".deb")).CombinedOutput()
	if err != nil || strings.Contains(string(out), "unused-override") {
		t.Errorf("%v\n%s", err, out)
	}
}
