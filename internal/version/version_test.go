package version

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestDevelopment(t *testing.T) {
	for _, c := range []struct {
		name     string
		settings []debug.BuildSetting
		want     string
	}{
		{"no version control", nil, "development"},
		{"a commit", []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: "0123456789abcdef0123"}}, "development, commit 0123456789ab"},
		{"a short one", []debug.BuildSetting{{Key: "vcs.revision", Value: "0123"}}, "development"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := development(c.settings); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestLine(t *testing.T) {
	if l := Line("rt"); !strings.HasPrefix(l, "rt "+Text()+" (go") || !strings.HasSuffix(l, ")\n") {
		t.Errorf("got %q", l)
	}
}
