package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// asRT makes this test binary behave as rt.
const asRT = "RT_TEST_RUN_AS_RT"

func TestMain(m *testing.M) {
	if os.Getenv(asRT) != "" {
		main()
	}
	os.Exit(m.Run())
}

// patience bounds what would otherwise hang; nothing depends on its length.
const patience = 30 * time.Second

// rt prepares a run of rt that asks no service.
func rt(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), asRT+"=1", "RT_HELPER_SOCKET=/nonexistent/socket", "GORACE=atexit_sleep_ms=0")
	timer := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	t.Cleanup(func() { timer.Stop() })
	return cmd
}

// said is what a run of rt came to.
type said struct {
	status   int
	out, err string
}

// run runs rt with input from a pipe; none: from /dev/null.
func run(t *testing.T, input string, args ...string) said {
	t.Helper()
	cmd := rt(t, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if input != "" {
		cmd.Stdin = strings.NewReader(input)
	}
	return said{statusIn(t, cmd.Run()), out.String(), errs.String()}
}

func statusIn(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		t.Fatal(err)
	}
	return exit.ExitCode()
}

// call is a run of rt without input.
type call struct {
	name     string
	args     []string
	status   int
	out, err string // err: what must be in it; "" nothing at all
}

func check(t *testing.T, calls []call) {
	t.Helper()
	for _, c := range calls {
		t.Run(c.name, func(t *testing.T) {
			got := run(t, "", c.args...)
			if got.status != c.status || got.out != c.out {
				t.Errorf("status %d, output %q; want %d, %q", got.status, got.out, c.status, c.out)
			}
			if c.err == "" && got.err != "" || !strings.Contains(got.err, c.err) {
				t.Errorf("standard error %q, want %q", got.err, c.err)
			}
		})
	}
}

func TestExitStatus(t *testing.T) {
	check(t, []call{
		{"success", []string{"run", "--", "true"}, 0, "", ""},
		{"failure", []string{"run", "--", "sh", "-c", "exit 7"}, 7, "", ""},
		{"signal", []string{"run", "--", "sh", "-c", "kill -TERM $$"}, 143, "", ""},
		{"output", []string{"run", "--", "echo", "a", "b"}, 0, "a b\r\n", ""},
		{"no dashes", []string{"run", "echo", "-n", "x"}, 0, "x", ""},
		{"shell", []string{"run", "--shell", "echo $((6*7)); exit 3"}, 3, "42\r\n", ""},
		{"directory", []string{"run", "--cwd", "/", "--", "pwd"}, 0, "/\r\n", ""},
		{"size", []string{"run", "--rows", "40", "--cols", "90", "--", "stty", "size"}, 0, "40 90\r\n", ""},
		{"usual size", []string{"run", "--", "stty", "size"}, 0, "30 120\r\n", ""},
		{"terminal type", []string{"run", "--shell", "echo $TERM"}, 0, "xterm-256color\r\n", ""},
		{"timeout", []string{"run", "--timeout", "0.05", "--", "sleep", "1000"}, exitTimeout, "", "[timeout: "},
		{"help", []string{"help"}, 0, usage, ""},
		{"help of run", []string{"run", "--help"}, 0, "", "--status-file"},
	})
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	text := dir + "/text"
	if err := os.WriteFile(text, []byte("no program"), 0o644); err != nil {
		t.Fatal(err)
	}
	check(t, []call{
		{"missing", []string{"run", "--", "no-such-program-anywhere"}, exitMissing, "", "not found"},
		{"not executable", []string{"run", "--", text}, exitDenied, "", "permission denied"},
		{"missing directory", []string{"run", "--cwd", dir + "/none", "--", "true"}, exitError, "", "--cwd"},
		{"directory that is none", []string{"run", "--cwd", text, "--", "true"}, exitError, "", "no directory"},
		{"no command", []string{"run"}, exitError, "", "no command"},
		{"neither word", []string{"run", "--timed", "maybe", "--", "true"}, exitError, "", "wait or pass"},
		{"no such option", []string{"run", "--nonsense", "--", "true"}, exitError, "", "nonsense"},
		{"both forms", []string{"run", "--json", "--events", "--", "true"}, exitError, "", "choose one"},
		{"shell and command", []string{"run", "--shell", "true", "--", "true"}, exitError, "", "choose one"},
		{"bad duration", []string{"run", "--timeout", "soon", "--", "true"}, exitError, "", "duration"},
		{"bad size", []string{"run", "--rows", "70000", "--", "true"}, exitError, "", "between 1 and 65535"},
		{"no size", []string{"run", "--cols", "0", "--", "true"}, exitError, "", "between 1 and 65535"},
		{"keeps nothing", []string{"run", "--hangup=false", "--", "true"}, exitError, "", "sessions"},
		{"closed status descriptor", []string{"run", "--status-fd", "77", "--", "true"}, exitError, "", "descriptor 77"},
		{"no subcommand", nil, exitError, "", "rt run"},
		{"other subcommand", []string{"true"}, exitError, "", "rt run -- true"},
	})
}

func TestVersion(t *testing.T) {
	if got := run(t, "", "version"); got.status != 0 || !strings.HasPrefix(got.out, "rt ") {
		t.Errorf("%+v", got)
	}
}

// TestBigOutput: all of it, through a pipe.
func TestBigOutput(t *testing.T) {
	got := run(t, "", "run", "--", "seq", "1", "300000")
	if n := strings.Count(got.out, "\r\n"); n != 300000 || !strings.HasSuffix(got.out, "\r\n300000\r\n") {
		t.Errorf("%d lines", n)
	}
}

// readUntil reads until text was read.
func readUntil(t *testing.T, r io.Reader, text string) string {
	t.Helper()
	var all []byte
	buf := make([]byte, 4096)
	for !strings.Contains(string(all), text) {
		n, err := r.Read(buf)
		all = append(all, buf[:n]...)
		if err != nil {
			t.Fatalf("%v after %q, want %q", err, all, text)
		}
	}
	return string(all)
}
