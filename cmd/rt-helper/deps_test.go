package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// linked are the packages outside the standard library that may be in the
// privileged program. Think before you add one.
var linked = []string{
	"github.com/coreos/go-systemd/v22/activation",
	"github.com/coreos/go-systemd/v22/daemon",
	"github.com/prometheus/procfs",
	"github.com/prometheus/procfs/internal/fs",
	"github.com/prometheus/procfs/internal/parsers",
	"golang.org/x/sys/unix",
}

func TestLinkedPackages(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".")
	cmd.Env = append(cmd.Environ(), "GOOS=linux", "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	const ours = "github.com/rt-helper/rt-helper/"
	var got []string
	for _, p := range strings.Fields(string(out)) {
		switch {
		case !strings.HasPrefix(p, ours):
			got = append(got, p)
		case strings.HasPrefix(p, ours+"packaging"), strings.HasPrefix(p, ours+"runner"), strings.HasPrefix(p, ours+"cmd/rt-helper-install"):
			t.Errorf("%s is linked into the privileged program", p)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, linked) {
		t.Errorf("linked packages:\n got %q\nwant %q", got, linked)
	}
}
