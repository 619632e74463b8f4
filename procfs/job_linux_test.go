package procfs

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/pty"
)

func nobody(Stat) bool { return false }

func jobOf(t *testing.T, term *Terminal, may MayTouch) Job {
	t.Helper()
	job, err := term.Job(Scan, may)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// TestJob: the master and the slave tell of the same job.
func TestJob(t *testing.T) {
	s := newScreen(t)
	slave := s.bySlave(t)
	for _, term := range []*Terminal{s.term, slave} {
		job, err := term.Job(Scan, everyone)
		if errors.Is(err, ErrAmbiguous) && term == slave {
			t.Logf("another devpts has a session on its terminal of this number")
		} else if job != (Job{}) || err != nil {
			t.Errorf("nobody has it: %+v, %v", job, err)
		}
	}
	p := s.start(t, program("read", "-1", "0"))
	want := Job{PGRP: p.PID, SID: p.PID}
	for _, term := range []*Terminal{s.term, slave} {
		if job := jobOf(t, term, everyone); job != want {
			t.Errorf("got %+v, want %+v", job, want)
		}
		if !term.Still(want) {
			t.Error("not its job any more")
		}
		if term.Still(Job{PGRP: p.PID + 1, SID: p.PID}) {
			t.Error("still another group's")
		}
	}
	if pgrp, sid, ok, err := s.term.Master(); pgrp != p.PID || sid != p.PID || !ok || err != nil {
		t.Errorf("master: %d, %d, %v, %v", pgrp, sid, ok, err)
	}
	if pgrp, sid, ok, err := slave.Master(); pgrp != 0 || sid != 0 || ok || err != nil {
		t.Errorf("master of a slave: %d, %d, %v, %v", pgrp, sid, ok, err)
	}
}

// TestForegroundMoves: a shell with job control puts each command in a group.
func TestForegroundMoves(t *testing.T) {
	s := newScreen(t)
	slave := s.bySlave(t)
	sh := s.start(t, exec.Command("/bin/sh", "-c", "set -m; read line; sleep 3600; read line"))
	own := Job{PGRP: sh.PID, SID: sh.PID}
	proven(t, sh, s.term)
	if job := jobOf(t, slave, everyone); job != own {
		t.Errorf("got %+v, want %+v", job, own)
	}
	s.typeIn(t, "\n")
	await(t, "the sleep", func() bool { return jobOf(t, slave, everyone).PGRP != sh.PID })
	job := jobOf(t, slave, everyone)
	if job.SID != sh.PID || job != jobOf(t, s.term, everyone) {
		t.Errorf("by slave %+v, by master %+v", job, jobOf(t, s.term, everyone))
	}
	for _, term := range []*Terminal{slave, s.term} {
		if term.Still(own) || !term.Still(job) {
			t.Error("the shell is still taken for the foreground job")
		}
	}
	all, err := Scan()
	if err != nil {
		t.Fatal(err)
	}
	if members := all.Group(job.PGRP); len(members) != 1 || members[0].Comm != "sleep" {
		t.Errorf("members %+v", members)
	}
}

// TestLeaderExits: the terminal loses its session with the leader.
func TestLeaderExits(t *testing.T) {
	s := newScreen(t)
	slave := s.bySlave(t)
	cmd := program("read", "-1", "0")
	p := s.start(t, cmd)
	job := jobOf(t, slave, everyone)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if slave.Still(job) || s.term.Still(job) {
		t.Errorf("still the job of process %d, which is gone", p.PID)
	}
	for _, term := range []*Terminal{s.term, slave} {
		if now, err := term.Job(Scan, everyone); now.PGRP != 0 || err != nil && (term != slave || !errors.Is(err, ErrAmbiguous)) {
			t.Errorf("got %+v, %v", now, err)
		}
	}
}

// TestJobUnseen: by a slave alone, a session shows that the terminal is its by
// what its processes have open. Where none may be looked at, nobody can tell.
func TestJobUnseen(t *testing.T) {
	s := newScreen(t)
	slave := s.bySlave(t)
	s.start(t, program("read", "-1", "0"))
	if job, err := slave.Job(Scan, nobody); !errors.Is(err, ErrAmbiguous) {
		t.Errorf("got %+v, %v", job, err)
	}
	failed := errors.New("no list")
	if job, err := slave.Job(func() (Table, error) { return nil, failed }, everyone); !errors.Is(err, failed) {
		t.Errorf("without a list: %+v, %v", job, err)
	}
	// the master knows without looking at anybody
	if job, err := s.term.Job(func() (Table, error) { return nil, failed }, nobody); err != nil || job.PGRP == 0 {
		t.Errorf("by the master: %+v, %v", job, err)
	}
}

// TestJobByAncestor: no process of the session has the slave open; the master
// is found with the parent of its leader.
func TestJobByAncestor(t *testing.T) {
	s := newScreen(t)
	slave := s.bySlave(t)
	p := s.start(t, exec.Command("/bin/sh", "-c", "exec sleep 3600 </dev/null >/dev/null 2>&1"))
	await(t, "the sleep", func() bool { st, err := p.Stat(); return err == nil && st.Comm == "sleep" })
	own := func(st Stat) bool { return st.PID == os.Getpid() || st.PID == p.PID }
	if job := jobOf(t, slave, own); job != (Job{p.PID, p.PID}) {
		t.Errorf("got %+v, want %d", job, p.PID)
	}
	if job, err := slave.Job(Scan, func(st Stat) bool { return st.PID == p.PID }); !errors.Is(err, ErrAmbiguous) {
		t.Errorf("without looking at the parent: %+v, %v", job, err)
	}
}

// TestOutside finds a reader that left the session, as su -c makes them.
func TestOutside(t *testing.T) {
	s := newScreen(t)
	p := s.start(t, program("leave"))
	job := jobOf(t, s.term, everyone)
	reader := childOf(t, p.PID)
	mine := func(st Stat) bool { return st.PID == reader || st.PID == p.PID } // the machine may have more than is looked at
	await(t, "the reader", func() bool { return len(outsideOf(t, s.term, job, mine).Holders) > 0 })
	out := outsideOf(t, s.term, job, mine)
	if got := pids(out.Holders); !slices.Equal(got, []int{reader}) || out.Stranger != 0 || !out.Complete {
		t.Errorf("%+v, want %d", out, reader)
	}
	proven(t, hold(t, reader), s.term)
	// one that may not be looked at is at least noticed
	if out := outsideOf(t, s.term, job, nobody); len(out.Holders) != 0 || out.Stranger != reader {
		t.Errorf("looking at nobody: %+v, want stranger %d", out, reader)
	}
	// not one of another job
	if out := outsideOf(t, s.term, Job{PGRP: 1 << 30, SID: 1 << 30}, nobody); out.Stranger != 0 {
		t.Errorf("of another job: %+v", out)
	}
}

// outsideOf searches with nothing known beforehand.
func outsideOf(t *testing.T, term *Terminal, job Job, may MayTouch) Outsiders {
	t.Helper()
	return outsideFor(t, term, job, Asker{May: may})
}

func outsideFor(t *testing.T, term *Terminal, job Job, who Asker) Outsiders {
	t.Helper()
	c, err := newCounters()
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	last, err := c.lastPID()
	if err != nil {
		t.Fatal(err)
	}
	out, _, _, err := (&survey{}).outside(term, job, who, true, last)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// childOf waits for a process's only child.
func childOf(t *testing.T, pid int) (child int) {
	t.Helper()
	await(t, "a child of "+itoa(pid), func() bool {
		all, err := Scan()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			if s.PPID == pid && s.Session == s.PID {
				child = s.PID
			}
		}
		return child != 0
	})
	return child
}

// TestOutsideDriver: who holds the master drives the terminal and is no reader
// of it; who holds another master may be both.
func TestOutsideDriver(t *testing.T) {
	s, other := newScreen(t), newScreen(t)
	for want, master := range map[int]*pty.Pty{0: s.Pty, 1: other.Pty} {
		slave, err := s.Slave()
		if err != nil {
			t.Fatal(err)
		}
		defer slave.Close()
		cmd := program("sleep", "-1", "0")
		cmd.Stdin, cmd.ExtraFiles = slave, []*os.File{master.Master()}
		cmd.SysProcAttr = &unix.SysProcAttr{Setsid: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		end(t, cmd)
		p := hold(t, cmd.Process.Pid)
		await(t, "its descriptors", func() bool { n, _ := p.MastersHeld(); return n == 1 })
		only := func(st Stat) bool { return st.PID == p.PID }
		if out := outsideOf(t, s.term, Job{}, only); len(out.Holders) != want {
			t.Errorf("with %s's master: %+v, want %d", master.Path(), out, want)
		}
		// What a relay has just started holds its master still.
		for relay, want := range map[int]int{p.PID: want, os.Getpid(): 1} {
			if out := outsideFor(t, s.term, Job{}, Asker{May: only, Relay: relay}); len(out.Holders) != want {
				t.Errorf("with %s's master, and %d for the relay: %+v, want %d", master.Path(), relay, out, want)
			}
		}
	}
}
