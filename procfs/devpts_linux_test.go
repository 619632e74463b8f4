package procfs

import (
	"errors"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/pty"
)

// ownDevpts mounts a new devpts; its first terminal is number 0.
func ownDevpts(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("devpts", dir, "devpts", 0, "newinstance,ptmxmode=0666"); err != nil {
		t.Skipf("mounting a devpts required: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	return dir
}

func screenAt(t *testing.T, devpts string) *screen {
	t.Helper()
	p, err := pty.OpenAt(filepath.Join(devpts, "ptmx"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	term, err := FromDescriptor(number(t, p.Master()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(term.Close)
	return &screen{p, term}
}

// TestTwoDevpts: terminals of the same number in two instances differ in the
// file system's number only, and each has its own job.
func TestTwoDevpts(t *testing.T) {
	if !alone(t, namespaces(0)) {
		return
	}
	a, b := screenAt(t, ownDevpts(t)), screenAt(t, ownDevpts(t))
	if a.term.ID.Rdev != (Dev{136, 0}) || a.term.ID.Rdev != b.term.ID.Rdev || a.term.ID.Ino != b.term.ID.Ino {
		t.Fatalf("not alike: %+v and %+v", a.term.ID, b.term.ID)
	}
	if a.term.ID == b.term.ID || a.term.ID.Is(b.term.ID) {
		t.Fatal("one terminal")
	}
	reader := a.start(t, program("read", "-1", "0"))
	sleeper := b.start(t, sleepCommand())
	proven(t, reader, a.term)
	if r := reader.Look(b.term.ID); r.Best >= 0 {
		t.Errorf("the reader of one waits for the other: %+v", r.Findings)
	}
	for _, c := range []struct {
		s *screen
		p *Process
	}{{a, reader}, {b, sleeper}} {
		for name, term := range map[string]*Terminal{"master": c.s.term, "slave": c.s.bySlave(t)} {
			if job, err := term.Job(Scan, everyone); err != nil || job != (Job{c.p.PID, c.p.PID}) {
				t.Errorf("%s of %s: %+v, %v; want %d", name, c.s.Path(), job, err, c.p.PID)
			}
		}
	}
	// by slave, when the processes of one of the two may not be looked at
	slave := a.bySlave(t)
	if job, err := slave.Job(Scan, func(s Stat) bool { return s.PID == sleeper.PID }); !errors.Is(err, ErrAmbiguous) {
		t.Errorf("the other session was taken for the terminal's: %+v, %v", job, err)
	}
	if job, err := slave.Job(Scan, func(s Stat) bool { return s.PID == reader.PID }); err != nil || job.SID != reader.PID {
		t.Errorf("one session shows the terminal: %+v, %v", job, err)
	}
}

// TestTwoDevptsMasters: where no process of a session has its terminal open, the
// right one of two masters of the same number is asked.
func TestTwoDevptsMasters(t *testing.T) {
	if !alone(t, namespaces(0)) {
		return
	}
	screens := []*screen{screenAt(t, ownDevpts(t)), screenAt(t, ownDevpts(t))}
	var sleepers []*Process
	for _, s := range screens {
		p := s.start(t, exec.Command("/bin/sh", "-c", "exec sleep 3600 </dev/null >/dev/null 2>&1"))
		await(t, "the sleep", func() bool { st, err := p.Stat(); return err == nil && st.Comm == "sleep" })
		sleepers = append(sleepers, p)
	}
	for i, s := range screens {
		want := Job{sleepers[i].PID, sleepers[i].PID}
		if job, err := s.bySlave(t).Job(Scan, everyone); err != nil || job != want {
			t.Errorf("%s: %+v, %v; want %+v", s.Path(), job, err, want)
		}
	}
}

// TestTwoDevptsEpoll: an epoll entry names its file system, too.
func TestTwoDevptsEpoll(t *testing.T) {
	if !alone(t, namespaces(0)) {
		return
	}
	for _, call := range []string{"epoll", "epoll-dup", "epoll-nested"} {
		a, b := screenAt(t, ownDevpts(t)), screenAt(t, ownDevpts(t))
		p := a.start(t, program(call, "-1", "0"))
		proven(t, p, a.term)
		if r := p.Look(b.term.ID); r.Best >= 0 {
			t.Errorf("%s: it waits for the other: %+v", call, r.Findings)
		}
	}
}

// TestNumberReused: in an own instance the next terminal has the number of the
// one that was closed, and its inode.
func TestNumberReused(t *testing.T) {
	if !alone(t, namespaces(0)) {
		return
	}
	dir := ownDevpts(t)
	old := screenAt(t, dir)
	kept, path := old.bySlave(t), old.Path()
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	next := screenAt(t, dir)
	if next.Path() != path || next.term.ID != kept.ID {
		t.Fatalf("another terminal: %+v, %+v", next.term.ID, kept.ID)
	}
	p := next.start(t, program("read", "-1", "0"))
	proven(t, p, next.term)
	for name, term := range map[string]*Terminal{"master": old.term, "slave": kept} {
		if uid, err := term.Check(); !errors.Is(err, ErrGone) {
			t.Errorf("%s of the old one: owner %d, %v", name, uid, err)
		}
	}
}
