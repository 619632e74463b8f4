package selftest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMissing(t *testing.T) {
	root := os.Geteuid() == 0
	for _, c := range []struct {
		name  string
		needs needs
		o     Options
		words string // "": nothing is missing
	}{
		{"nothing", needs{}, Options{}, ""},
		{"a program", needs{programs: []string{"sh"}}, Options{}, ""},
		{"no program", needs{programs: []string{"sh", "no-such-program"}}, Options{}, "no-such-program is not installed"},
		{"no 32-bit build", needs{bits32: true}, Options{}, "no 32-bit build"},
		{"32-bit build", needs{bits32: true}, Options{Self32: "/x"}, ""},
		{"root not asked for", needs{programs: []string{"su"}, setuid: true}, Options{}, "root required"},
		{"not setuid", needs{programs: []string{"sh"}, setuid: true}, Options{Root: true}, "sh is not setuid"},
	} {
		got := c.needs.missing(c.o)
		if c.needs.setuid && c.o.Root && !root {
			c.words = "root required"
		}
		if !strings.Contains(got, c.words) || (got == "") != (c.words == "") {
			t.Errorf("%s: %q, want %q", c.name, got, c.words)
		}
	}
}

func TestNoSetuid(t *testing.T) {
	if noNewPrivileges() {
		t.Skip("no_new_privs is set here")
	}
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := noSetuid(path); got != path+" is not setuid" {
		t.Errorf("got %q", got)
	}
	if err := os.Chmod(path, 0o755|os.ModeSetuid); err != nil {
		t.Fatal(err)
	}
	if got := noSetuid(path); got != "" {
		t.Errorf("got %q", got)
	}
	if got := noSetuid(path + "x"); !strings.Contains(got, "no such file") {
		t.Errorf("got %q", got)
	}
}

func TestPlainUserIsNotRoot(t *testing.T) {
	uid, gid, err := plainUser()
	if err != nil {
		t.Skip(err)
	}
	if uid <= 0 || gid <= 0 {
		t.Errorf("uid %d, gid %d", uid, gid)
	}
}
