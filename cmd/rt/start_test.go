package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

func TestStartFailure(t *testing.T) {
	forked := func(err error) error { return &fs.PathError{Op: "fork/exec", Path: "x", Err: err} }
	for _, c := range []struct {
		err  error
		why  string
		want int
	}{
		{&exec.Error{Name: "x", Err: exec.ErrNotFound}, "x: executable file not found in $PATH", exitMissing},
		{&exec.Error{Name: "x", Err: exec.ErrDot}, "x: " + exec.ErrDot.Error(), exitDenied},
		{forked(syscall.ENOENT), "x: no such file or directory", exitMissing},
		{forked(syscall.EACCES), "x: permission denied", exitDenied},
		{forked(syscall.ENOEXEC), "x: exec format error", exitDenied},
		{forked(syscall.EAGAIN), "x: resource temporarily unavailable", exitError},
		{errors.New("no pty"), "start: no pty", exitError},
		{&fs.PathError{Op: "open", Path: "/dev/ptmx", Err: syscall.ENOENT}, "start: open /dev/ptmx: no such file or directory", exitError},
	} {
		why, got := startFailure(fmt.Errorf("start: %w", c.err))
		if got != c.want || why != c.why {
			t.Errorf("%v: status %d, %q; want %d, %q", c.err, got, why, c.want, c.why)
		}
	}
}

// TestScriptWithoutInterpreter cannot be run without a shell, which was not asked
// for.
func TestScriptWithoutInterpreter(t *testing.T) {
	script := t.TempDir() + "/script"
	if err := os.WriteFile(script, []byte("echo hi\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	check(t, []call{
		{"script", []string{"run", "--", script}, exitDenied, "", "[error: " + script + ": exec format error]\n"},
		{"missing", []string{"run", "--", "nosuch"}, exitMissing, "", "[error: nosuch: executable file not found in $PATH]\n"},
	})
}
