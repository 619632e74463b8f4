package systemdtest

import (
	"strings"
	"testing"
)

// TestDoctor: what a plain user lacks by himself is no fault where the service
// answers, and one with a remedy where it does not.
func TestDoctor(t *testing.T) {
	t.Parallel()
	m := installed(t)
	out, status := m.as("alice", "rt-helper", "doctor")
	if status != 0 || strings.Contains(out, "->") {
		t.Errorf("with the service: status %d\n%s", status, out)
	}
	for _, want := range []string{"service: version " + oldVersion + ", policy own", "may look at own processes only; the service is not limited so"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	m.must("systemctl", "stop", "rt-helper.socket", "rt-helper.service")
	out, status = m.as("alice", "rt-helper", "doctor")
	if status != 1 || !strings.Contains(out, "-> install the package") || !strings.Contains(out, "-> prompts of sudo, su and passwd need the service, or root") || strings.Contains(out, "BROKEN") {
		t.Errorf("without: status %d\n%s", status, out)
	}
	if out, status := m.run("rt-helper", "doctor"); status != 0 || !strings.Contains(out, "root does not need one") {
		t.Errorf("root, without: status %d\n%s", status, out)
	}
}
