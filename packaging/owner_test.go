package packaging

import (
	"strings"
	"testing"
)

func TestParseOwner(t *testing.T) {
	for out, want := range map[string]string{
		"rt-helper: /usr/lib/systemd/system/rt-helper.service\n": "rt-helper",
		"rt-helper: ": "rt-helper",
		"":            "",
	} {
		if got := parseOwner(out); got != want {
			t.Errorf("%q: %q, want %q", out, got, want)
		}
	}
}

// TestUnitOfNobody: a unit where packages put theirs stops the installer also
// if no package manager knows it.
func TestUnitOfNobody(t *testing.T) {
	f := newFake(t, platformSystemd)
	f.write(packagedUnits[0], "x")
	f.fails["dpkg-query -S "+packagedUnits[0]] = true
	f.fails["rpm -qf --qf %{NAME}:  "+packagedUnits[0]] = true
	if _, how := f.Machine.packageOf(); !strings.Contains(how, "remove that file") {
		t.Errorf("how: %q", how)
	}
}
