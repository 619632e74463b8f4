package service

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/internal/attack"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// Row 32: another user serves the socket that a client was told to use. The
// client sends him nothing.
func TestThreat32FakeService(t *testing.T) {
	rootOnly(t)
	dir := t.TempDir()
	if err := attack.Prepare(dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "fake.sock")
	fake := exec.Command("/proc/self/exe", fakeCommand, path)
	pty.RunAs(fake, mallory, mallory)
	out, err := fake.StdoutPipe()
	if err == nil {
		err = fake.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = fake.Process.Kill(); _ = fake.Wait() })
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); line != "serving\n" {
		t.Fatalf("%q, %v", line, err)
	}
	hers := screenOf(t, alice)
	hers.runs(t, alice, "cat")
	cmd := exec.Command("/proc/self/exe", askOnceCommand, path, hers.Path())
	pty.RunAs(cmd, alice, alice)
	text, err := cmd.CombinedOutput()
	if err != nil || !strings.HasPrefix(string(text), "helper-missing ") || !strings.Contains(string(text), "neither root nor you") {
		t.Errorf("the client said %q, %v", text, err)
	}
	within(t, "the fake service", func() {
		if line, err := lines.ReadString('\n'); line != "0 bytes, 0 of control data\n" {
			t.Errorf("the fake service got %q, %v", line, err)
		}
	})
}

// Row 33: a program that gained rights at exec ignores the environment, also
// when only the kernel's word (AT_SECURE) still shows it.
func TestThreat33SetuidClient(t *testing.T) {
	rootOnly(t)
	const named, system = "/tmp/named.sock", "/run/rt-helper/helper.sock"
	for args, want := range map[string]string{
		"":                  named,
		"60001 60001 exec":  named,
		"60001 60002 exec":  system,
		"60001 60002 print": named, // not at exec: its own choice
	} {
		cmd := exec.Command("/proc/self/exe", append([]string{pathCommand}, strings.Fields(args)...)...)
		cmd.Env = append(cmd.Environ(), "RT_HELPER_SOCKET="+named)
		if text, err := cmd.CombinedOutput(); err != nil || string(text) != want {
			t.Errorf("%q: %q, %v; want %s", args, text, err, want)
		}
	}
}
