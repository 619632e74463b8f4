package procfs

import (
	"os"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestPIDReused: a held process stays gone when its number is in use again.
func TestPIDReused(t *testing.T) {
	if !alone(t, namespaces(syscall.CLONE_NEWPID)) {
		return
	}
	if err := unix.Mount("proc", "/proc", "proc", 0, ""); err != nil {
		t.Skipf("mounting a proc required: %v", err)
	}
	s := newScreen(t)
	cmd := program("read", "-1", "0")
	p := s.start(t, cmd)
	proven(t, p, s.term)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	again := newScreen(t)
	for range 100 {
		if err := os.WriteFile("/proc/sys/kernel/ns_last_pid", []byte(itoa(p.PID-1)), 0); err != nil {
			t.Skipf("writing ns_last_pid required: %v", err)
		}
		cmd := program("read", "-1", "0")
		q := again.start(t, cmd)
		if q.PID == p.PID {
			proven(t, q, again.term)
			isGone(t, p, again.term)
			return
		}
		_ = cmd.Process.Kill() // a thread of the test's own took the number
		_ = cmd.Wait()
		again = newScreen(t)
	}
	t.Errorf("number %d did not come again", p.PID)
}

// TestPIDNamespace: the master tells the numbers of the asking namespace.
func TestPIDNamespace(t *testing.T) {
	s := newScreen(t)
	cmd := program("read", "-1", "0")
	attr := namespaces(syscall.CLONE_NEWPID)
	attr.Unshareflags = 0
	cmd.SysProcAttr = &attr
	if err := s.Start(cmd); err != nil {
		t.Skipf("root or user namespaces required: %v", err)
	}
	end(t, cmd)
	p := hold(t, cmd.Process.Pid)
	proven(t, p, s.term)
	if job := jobOf(t, s.term, everyone); job.PGRP != p.PID || job.SID != p.PID {
		t.Errorf("got %+v, want %d", job, p.PID)
	}
}
