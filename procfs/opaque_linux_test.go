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

// TestRingOfOwn: nor is it known to be the terminal where the others are the
// process's own wake-ups, or an epoll.
func TestRingOfOwn(t *testing.T) {
	needRing(t)
	for _, fds := range [][]string{{"3", "4"}, {"4", "3"}, {"epoll"}, {"5"}} {
		s := newScreen(t)
		cmd := program("ring-poll", append([]string{"-1"}, fds...)...)
		bothEnds(t, cmd)
		p := s.start(t, cmd)
		waits(t, p, "io_uring_enter")
		r := reported(t, p, s.term, CannotTell)
		if f := r.Findings[r.Best]; f.Reason != ReasonRing {
			t.Errorf("%v: %+v", fds, f)
		}
	}
}

// bothEnds gives a command a pair of sockets as 3 and 4, and another ring as 5.
func bothEnds(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	params := make([]byte, 120)
	ring, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params[0])), 0)
	if errno != 0 {
		t.Fatal(errno)
	}
	for _, fd := range []int{fds[0], fds[1], int(ring)} {
		f := os.NewFile(uintptr(fd), "end")
		t.Cleanup(func() { _ = f.Close() })
		cmd.ExtraFiles = append(cmd.ExtraFiles, f)
	}
}

// TestAioContext: such a wait may be for anything, also for a file.
func TestAioContext(t *testing.T) {
	s := newScreen(t)
	p := s.start(t, program("io_getevents", "-1", "0"))
	waits(t, p, "io_getevents")
	r := reported(t, p, s.term, CannotTell)
	if f := r.Findings[r.Best]; f.Reason != ReasonRing {
		t.Errorf("%+v", f)
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
