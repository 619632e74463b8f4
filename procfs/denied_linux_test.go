package procfs

import (
	"os"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// asNobody is a copy that runs as a user without rights.
func asNobody() syscall.SysProcAttr {
	attr := syscall.SysProcAttr{}
	if os.Geteuid() == 0 {
		attr.Credential = &syscall.Credential{Uid: 65534, Gid: 65534}
	}
	return attr
}

// TestDenied: a process that may not be looked at is one of which nothing can
// be told.
func TestDenied(t *testing.T) {
	if !alone(t, asNobody()) {
		return
	}
	if CanTrace() {
		t.Fatal("it has the right to look at everything")
	}
	s := newScreen(t)
	p := s.start(t, program("undumpable"))
	r := reported(t, p, s.term, CannotTell)
	if f := r.Findings[r.Best]; f.Reason != ReasonNotPermitted || f.Detail == "" {
		t.Errorf("%+v", f)
	}
	// what anybody may read of it is still there
	if st, err := p.Status(); err != nil || !st.SameUser(uint32(os.Getuid())) {
		t.Errorf("%+v, %v", st, err)
	}
}

// TestPlainUser: one's own processes need no rights.
func TestPlainUser(t *testing.T) {
	if !alone(t, asNobody()) {
		return
	}
	if PtraceScope() > 0 {
		t.Skip("kernel.yama.ptrace_scope 0 required")
	}
	s := newScreen(t)
	slave := s.bySlave(t)
	p := s.start(t, program("poll", "-1", "tty", "0", "eventfd", "pair"))
	if r := proven(t, p, s.term); len(r.Also) != 0 {
		t.Errorf("also %v", r.Also)
	}
	if job := jobOf(t, slave, everyone); job != (Job{p.PID, p.PID}) {
		t.Errorf("%+v", job)
	}
}

// TestEndedThread: a thread that has ended is no doubt.
func TestEndedThread(t *testing.T) {
	if !alone(t, asNobody()) {
		return
	}
	s := newScreen(t)
	p := s.start(t, program("leader-exits"))
	r := proven(t, p, s.term)
	if len(r.Findings) != 1 || r.Findings[0].TID == p.PID {
		t.Errorf("%+v", r.Findings)
	}
}

func TestCanTrace(t *testing.T) {
	var d [2]unix.CapUserData
	h := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	if err := unix.Capget(&h, &d[0]); err != nil {
		t.Fatal(err)
	}
	want := d[0].Effective&(1<<unix.CAP_SYS_PTRACE) != 0 && d[0].Effective&(1<<unix.CAP_DAC_READ_SEARCH) != 0
	if got := CanTrace(); got != want {
		t.Errorf("%v, with capabilities %#x", got, d[0].Effective)
	}
}
