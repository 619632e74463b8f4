package procfs

import (
	"errors"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/pty"
)

func TestHold(t *testing.T) {
	p := hold(t, os.Getpid())
	st, err := p.Stat()
	if err != nil || st.PID != os.Getpid() || st.PPID != os.Getppid() || st.PGRP != unix.Getpgrp() {
		t.Errorf("%+v, %v", st, err)
	}
	status, err := p.Status()
	if err != nil || status.UIDs[0] != uint32(os.Getuid()) || status.GIDs[1] != uint32(os.Getegid()) || status.FDSize == 0 {
		t.Errorf("%+v, %v", status, err)
	}
	tids, whole, err := p.Threads()
	if err != nil || !whole || len(tids) == 0 || tids[0] != os.Getpid() {
		t.Errorf("threads %v, %v, %v", tids, whole, err)
	}
	if p.Exited(st) || p.Stopped(st) {
		t.Errorf("exited %v, stopped %v", p.Exited(st), p.Stopped(st))
	}
}

func TestHoldNobody(t *testing.T) {
	s := newScreen(t)
	cmd := program("exit")
	if err := s.Start(cmd); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	for _, pid := range []int{cmd.Process.Pid, 0, -1, 1 << 30} {
		if p, err := Hold(pid); !Gone(err) {
			t.Errorf("process %d: %+v, %v", pid, p, err)
		}
		if st, ok := StatOf(pid); ok {
			t.Errorf("process %d: %+v", pid, st)
		}
		if st, ok := StatusOf(pid); ok {
			t.Errorf("process %d: %+v", pid, st)
		}
		if uid, ok := OwnerOf(pid); ok {
			t.Errorf("process %d: owner %d", pid, uid)
		}
	}
}

// TestHeldExits: what is held of a process that has ended says so, as a zombie
// and afterwards.
func TestHeldExits(t *testing.T) {
	s := newScreen(t)
	cmd := program("read", "-1", "0")
	p := s.start(t, cmd)
	proven(t, p, s.term)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	await(t, "a zombie", func() bool { st, err := p.Stat(); return err == nil && p.Exited(st) })
	if r := p.Look(s.term.ID); r.Best >= 0 {
		t.Errorf("the zombie: %+v", r.Findings)
	}
	_ = cmd.Wait() // an error: it was killed
	isGone(t, p, s.term)
}

// isGone checks that every look at a process says that there is none.
func isGone(t *testing.T, p *Process, term *Terminal) {
	t.Helper()
	if st, err := p.Stat(); !Gone(err) {
		t.Errorf("stat: %+v, %v", st, err)
	}
	if st, err := p.Status(); !Gone(err) {
		t.Errorf("status: %+v, %v", st, err)
	}
	if tids, _, err := p.Threads(); !Gone(err) {
		t.Errorf("threads: %v, %v", tids, err)
	}
	if r := p.Look(term.ID); r.Best >= 0 || len(r.Findings) > 0 {
		t.Errorf("look: %+v", r.Findings)
	}
	if uid, err := p.Owner(); !Gone(err) {
		t.Errorf("owner: %d, %v", uid, err)
	}
	if n, _ := p.MastersHeld(); n != 0 {
		t.Errorf("%d masters", n)
	}
}

// TestGoneError: only these errors mean that a process has exited.
func TestGoneError(t *testing.T) {
	for err, want := range map[error]bool{
		unix.ESRCH: true, unix.ENOENT: true, unix.EACCES: false, unix.EPERM: false, unix.EMFILE: false, unix.EIO: false,
	} {
		if got := Gone(errors.Join(errors.New("look"), err)); got != want {
			t.Errorf("%v: %v", err, got)
		}
	}
	if Gone(nil) {
		t.Error("no error: gone")
	}
}

// TestOwnerOf: a process belongs to its effective user, unless it is not
// dumpable.
func TestOwnerOf(t *testing.T) {
	uid := os.Getuid()
	if uid == 0 {
		uid = 65534
	}
	for name, want := range map[string]uint32{"threads": uint32(uid), "undumpable": 0} {
		s := newScreen(t)
		cmd := program(name, "eventfd")
		pty.RunAs(cmd, uid, uid)
		p := s.start(t, cmd)
		await(t, name+" to belong to "+itoa(int(want)), func() bool {
			got, err := p.Owner()
			return err == nil && got == want
		})
		if got, ok := OwnerOf(p.PID); !ok || got != want {
			t.Errorf("%s: OwnerOf %d, %v; want %d", name, got, ok, want)
		}
		if st, err := p.Status(); err != nil || !st.SameUser(uint32(uid)) {
			t.Errorf("%s: %+v, %v", name, st, err)
		}
	}
}
