package pty

import (
	"errors"
	"os"
	"syscall"
	"testing"
)

// TestEndWaitsForTheLastHolder: the session leader's end hangs no
// pseudoterminal up on Linux; it sends SIGHUP only.
func TestEndWaitsForTheLastHolder(t *testing.T) {
	p := open(t)
	cmd := shell(`trap "" HUP; sleep 60 & printf "sleeper $!."; wait`)
	start(t, p, cmd)
	pid := numberAfter(t, readUntil(t, p, "."), "sleeper ")
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	mustTimeOut(t, p)
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	readEnd(t, p)
}

// TestNoSlaveIsKept looks at this process's descriptors.
func TestNoSlaveIsKept(t *testing.T) {
	p := open(t)
	cmd := shell("echo ready; sleep 60")
	start(t, p, cmd)
	readUntil(t, p, "ready")
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		target, err := os.Readlink("/proc/self/fd/" + e.Name())
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Error(err)
		}
		if target == p.Path() {
			t.Errorf("descriptor %s is the slave %s", e.Name(), target)
		}
	}
}

// TestOpenIsNoHangUp: a fresh master must not report an end before a command
// ever ran on it.
func TestOpenIsNoHangUp(t *testing.T) {
	p := open(t)
	mustTimeOut(t, p)
}
