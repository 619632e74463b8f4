package procfs

import (
	"os"
	"os/exec"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// needRing skips where io_uring is not to be had.
func needRing(t *testing.T) {
	t.Helper()
	params := make([]byte, 120)
	r, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params[0])), 0)
	switch errno {
	case 0:
		unix.Close(int(r))
	case unix.ENOSYS, unix.EPERM:
		t.Skip("a kernel that allows io_uring required")
	default:
		t.Fatalf("io_uring_setup: %v", errno)
	}
}

// TestRing: a ring does not show what it waits for; if the terminal is all
// there is, it is the terminal.
func TestRing(t *testing.T) {
	needRing(t)
	for _, name := range []string{"ring-read", "ring-poll"} {
		for _, fd := range []string{"0", "tty"} {
			s := newScreen(t)
			p := s.start(t, program(name, "-1", fd))
			r := proven(t, p, s.term)
			if f := r.Findings[r.Best]; f.Call != "io_uring_enter" || f.TID != p.PID {
				t.Errorf("%s of %s: %+v", name, fd, f)
			}
		}
	}
}

// TestRingOfOthers: it may be for one of the others, also for one that only
// the process itself can make ready.
func TestRingOfOthers(t *testing.T) {
	needRing(t)
	for _, fd := range []string{"eventfd", "timerfd", "inotify", "3", "4"} {
		s := newScreen(t)
		cmd := program("ring-poll", "-1", fd)
		foreign(t, cmd)
		p := s.start(t, cmd)
		waits(t, p, "io_uring_enter")
		r := reported(t, p, s.term, CannotTell)
		if f := r.Findings[r.Best]; f.Reason != ReasonRing || f.Detail == "" {
			t.Errorf("%s: %+v", fd, f)
		}
	}
}

// TestRingWorker: a kernel thread that reads for the process shows the call that
// it was made in; it does not sleep in that.
func TestRingWorker(t *testing.T) {
	needRing(t)
	s := newScreen(t)
	p := s.start(t, program("ring-read", "3600000", "0"))
	waits(t, p, "io_uring_enter") // the worker
	r := p.Look(s.term.ID)
	defer r.Close()
	if r.Best >= 0 || len(r.Findings) != 0 {
		t.Errorf("%+v", r.Findings)
	}
}

// TestRingWithoutTerminal: what is not open is not waited for.
func TestRingWithoutTerminal(t *testing.T) {
	needRing(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := newScreen(t)
	const script = `exec "$0" "$@" </dev/null >/dev/null 2>&1`
	p := s.start(t, exec.Command("/bin/sh", "-c", script, self, programCommand, "ring-poll", "-1", "eventfd"))
	waits(t, p, "io_uring_enter")
	if r := p.Look(s.term.ID); r.Best >= 0 || len(r.Findings) == 0 {
		t.Errorf("%+v", r)
	}
}
