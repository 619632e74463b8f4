package procfs

import (
	"os/exec"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestRoom: a cache keeps no more files open than it may, keeps what it has rather
// than what comes later, and answers about all.
func TestRoom(t *testing.T) {
	c, err := NewCache()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	screens := []*screen{newScreen(t), newScreen(t), newScreen(t)}
	jobs := make([]Job, len(screens))
	for i, s := range screens {
		p := s.start(t, exec.Command("cat"))
		jobs[i] = Job{p.PID, p.PID}
	}
	look := func(i int) {
		r := c.Acquire(screens[i].term, true)
		defer c.Release(r)
		list, err := r.Group(jobs[i])
		if err != nil || len(list) != 1 || list[0].PID != jobs[i].PGRP {
			t.Errorf("terminal %d: %d processes, %v", i, len(list), err)
			return
		}
		report := list[0].Look(screens[i].term.ID)
		report.Close()
	}
	look(0)
	each := c.files
	if each == 0 {
		t.Fatal("no files are kept")
	}
	c.room = 2*each + each/2
	before := ownDescriptors(t)
	for range 3 {
		for i := range screens {
			look(i)
		}
		if c.files != 2*each || len(c.rosters) != 2 || c.rosters[screens[0].term.ID] == nil {
			t.Fatalf("%d files of %d terminals are kept, want %d of 2", c.files, len(c.rosters), 2*each)
		}
	}
	if more := ownDescriptors(t) - before; more > each {
		t.Errorf("%d more descriptors", more)
	}
	c.mu.Lock()
	for id, r := range c.rosters {
		c.drop(id, r)
	}
	c.mu.Unlock()
	if c.files != 0 {
		t.Errorf("%d files after all were given up", c.files)
	}
}

// TestExhausted: with no descriptor left nothing is told of a job, rather than that
// it is at work.
func TestExhausted(t *testing.T) {
	if !alone(t, syscall.SysProcAttr{}) {
		return
	}
	s, r := rostered(t)
	p := s.start(t, exec.Command("cat"))
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	none := limit
	none.Cur = 3
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &none); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Setrlimit(unix.RLIMIT_NOFILE, &limit) }()
	list, err := r.Group(Job{p.PID, p.PID})
	if !Exhausted(err) {
		t.Errorf("%d processes, %v", len(list), err)
	}
	if reason := reasonOf(err); reason != ReasonTooBig {
		t.Errorf("the reason is %s", reason)
	}
}
