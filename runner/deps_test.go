package runner

import (
	"os/exec"
	"strings"
	"testing"
)

// TestDependencies: whoever asks is handed in, so that a program which only
// talks to the service does not link what looks at processes.
func TestDependencies(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	const module = "github.com/rt-helper/rt-helper/"
	allowed := []string{"client", "internal/pty", "internal/varlink", "procfs", "runner", "runner/internal/lines"}
	for _, line := range strings.Fields(string(out)) {
		name, ours := strings.CutPrefix(line, module)
		if ours && !strings.Contains(" "+strings.Join(allowed, " ")+" ", " "+name+" ") {
			t.Errorf("runner depends on %s", name)
		}
	}
}
