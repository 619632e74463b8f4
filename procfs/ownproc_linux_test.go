package procfs

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// TestOwnProc: the numbers of another PID namespace's /proc are not taken for this
// one's.
func TestOwnProc(t *testing.T) {
	if !alone(t, namespaces(syscall.CLONE_NEWPID)) { // with the old /proc
		return
	}
	if err := OwnProc(); err == nil {
		t.Errorf("process %d of a new namespace takes /proc for its own", os.Getpid())
	}
	if err := ownProc("7", 7); err != nil {
		t.Error(err)
	}
}

// TestForeignSession: a terminal whose session is of another PID namespace has one.
func TestForeignSession(t *testing.T) {
	const master = 3
	if os.Getenv("FOREIGN_SESSION") == "" {
		s := newScreen(t)
		s.start(t, exec.Command("cat"))
		cmd := exec.Command("/proc/self/exe", "-test.run=^TestForeignSession$", "-test.v")
		attr := namespaces(syscall.CLONE_NEWPID)
		cmd.SysProcAttr = &attr
		cmd.Env = append(os.Environ(), "FOREIGN_SESSION=1")
		cmd.ExtraFiles = []*os.File{s.Master()}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	term, err := FromDescriptor(master)
	if err != nil {
		t.Fatal(err)
	}
	defer term.Close()
	if pgrp, sid, _, err := term.Master(); err == nil {
		t.Errorf("the session is %d, its foreground group %d", sid, pgrp)
	}
}
