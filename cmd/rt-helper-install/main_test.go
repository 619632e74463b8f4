package main

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/packaging"
)

// runWith runs the program on a machine whose process 1 looks after no services.
func runWith(t *testing.T, args ...string) (status int, out, errors string) {
	t.Helper()
	var o, e strings.Builder
	m := packaging.Machine{
		Root: t.TempDir(), Platform: "unix-systemv",
		Run:   func(string, string, ...string) (string, error) { return "", os.ErrNotExist },
		Owner: func(string) (uint32, fs.FileMode, error) { return 0, 0, os.ErrNotExist },
	}
	status = program{m, t.TempDir(), &o, &e}.run(args)
	return status, o.String(), e.String()
}

func TestArguments(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"", 2, "usage"},
		{"help", 0, ""},
		{"install --help", 0, "usage"},
		{"remove", 2, "no command"},
		{"install --policy everybody", 2, "use own or session"},
		{"install --polcy own", 2, "flag provided but not defined"},
		{"install now", 2, "too many arguments"},
		{"uninstall --policy own", 2, "flag provided but not defined"},
		{"status --help", 0, "usage"},
		{"status now", 2, "no arguments"},
		{"install --dry-run", 2, "neither systemd nor launchd"},
		{"uninstall", 2, "neither systemd nor launchd"},
	} {
		status, _, err := runWith(t, strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(err, c.says) {
			t.Errorf("%q: status %d, %q; want %d, %q", c.args, status, err, c.status, c.says)
		}
	}
}

func TestStatusWithoutAService(t *testing.T) {
	t.Setenv("RT_HELPER_SOCKET", filepath.Join(t.TempDir(), "none.sock"))
	status, out, _ := runWith(t, "status")
	if status != exitDown || !strings.Contains(out, "answers:    no") || !strings.Contains(out, "remedy:") {
		t.Errorf("status %d, %q", status, out)
	}
}

// TestStatusOfASilentService ends although the service does not answer.
func TestStatusOfASilentService(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_ = c.Close()
		}
	}()
	defer l.Close()
	t.Setenv("RT_HELPER_SOCKET", path)
	if status, out, _ := runWith(t, "status"); status != exitDown || !strings.Contains(out, "journalctl") {
		t.Errorf("status %d, %q", status, out)
	}
}

func TestRemedies(t *testing.T) {
	for err, want := range map[error]string{
		client.ErrNoService:   "systemctl enable",
		client.ErrFakeService: "RT_HELPER_SOCKET",
		os.ErrPermission:      "group",
		errors.New("x"):       "journalctl",
	} {
		if got := remedy(err); !strings.Contains(got, want) {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}
