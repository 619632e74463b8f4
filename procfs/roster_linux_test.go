package procfs

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// rostered is a screen with what a cache keeps of its terminal.
func rostered(t *testing.T) (*screen, *Roster) {
	t.Helper()
	c, err := NewCache()
	if err != nil {
		t.Fatal(err)
	}
	s := newScreen(t)
	r := c.Acquire(s.term, true)
	t.Cleanup(func() {
		c.Release(r)
		c.Close()
	})
	return s, r
}

// TestRosterGroup: the members that are kept are those that a list of all
// processes has, whatever was started and has ended in between.
func TestRosterGroup(t *testing.T) {
	s, r := rostered(t)
	sh := s.start(t, exec.Command("/bin/sh", "-c",
		"read a; sleep 3600 & one=$!; read b; sleep 3600 & sleep 3600 & read c; kill $one; wait $one; read d"))
	job, err := r.Job(s.term, r.cache.Scan, everyone)
	if err != nil || job != (Job{sh.PID, sh.PID}) {
		t.Fatalf("job %+v, %v; want %d", job, err, sh.PID)
	}
	for _, members := range []int{1, 2, 4, 3} {
		await(t, itoa(members)+" members", func() bool { all, err := Scan(); return err == nil && len(all.Group(sh.PID)) == members })
		list, err := r.Group(job)
		if err != nil {
			t.Fatal(err)
		}
		all, err := Scan()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := held(list), pids(all.Group(sh.PID)); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%d members: %v, want %v", members, got, want)
		}
		if !r.Still(s.term, job) {
			t.Error("not its job any more")
		}
		s.typeIn(t, "\n")
	}
}

// held are the numbers of processes that live.
func held(list []*Process) []int {
	var n []int
	for _, p := range list {
		if s, err := p.Stat(); err == nil && !p.Exited(s) {
			n = append(n, p.PID)
		}
	}
	return n
}

// TestNoStaleWait: once a line is typed, no look says of the wait before it
// that it goes on, be the process kept or not.
func TestNoStaleWait(t *testing.T) {
	const rounds = 100
	for _, call := range []string{"read", "poll", "select"} {
		for _, kept := range []bool{false, true} {
			s, r := rostered(t)
			p := s.start(t, program(call, "-1", "tty"))
			if kept {
				p = first(t, s, r)
			}
			for range rounds {
				report := proven(t, p, s.term)
				before := report.Findings[report.Best].Runs
				report.Close()
				s.typeIn(t, "line\n")
				if again := p.Look(s.term.ID); again.Best >= 0 {
					if f := again.Findings[again.Best]; f.Runs == before {
						t.Errorf("%s, kept %v: a line is there, and it still waits: %+v", call, kept, f)
					}
					again.Close()
				}
			}
		}
	}
}

// first is the process that a roster has looked at first.
func first(t *testing.T, s *screen, r *Roster) *Process {
	t.Helper()
	job, err := r.Job(s.term, r.cache.Scan, everyone)
	if err != nil {
		t.Fatal(err)
	}
	list := r.First(job)
	if len(list) != 1 || list[0].PID != job.PGRP {
		t.Fatalf("%d processes of job %+v", len(list), job)
	}
	return list[0]
}

// alsoNow is what a look finds besides the terminal.
func alsoNow(p *Process, term *Terminal) []string {
	r := p.Look(term.ID)
	defer r.Close()
	return r.Also
}

// TestKeptSources: what another thread waits for is told with each look, though
// no thread has run in between.
func TestKeptSources(t *testing.T) {
	s, r := rostered(t)
	cmd := program("threads", "3")
	foreign(t, cmd)
	s.start(t, cmd)
	p := first(t, s, r)
	await(t, "the other thread's wait", func() bool { return slices.Equal(alsoNow(p, s.term), []string{KindPipe}) })
	for range 5 {
		if report := proven(t, p, s.term); !slices.Equal(report.Also, []string{KindPipe}) {
			t.Errorf("also %v", report.Also)
		}
	}
}

// TestKeptEpoll: another thread adds to the list that the reader waits for,
// which does not run for that.
func TestKeptEpoll(t *testing.T) {
	for _, kept := range []bool{false, true} {
		s, r := rostered(t)
		cmd := program("epoll-grows", "3")
		tell := foreign(t, cmd)
		p := s.start(t, cmd)
		if kept {
			p = first(t, s, r)
		}
		also := func(want ...string) {
			t.Helper()
			await(t, strings.Join(want, " and "), func() bool { return slices.Equal(alsoNow(p, s.term), want) })
		}
		also(KindPipe)
		before := proven(t, p, s.term)
		if _, err := tell.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
		also(KindPipe, KindSocket)
		after := proven(t, p, s.term)
		if a, b := before.Findings[before.Best].Runs, after.Findings[after.Best].Runs; a != b {
			t.Errorf("kept %v: the reader ran, %d and %d", kept, a, b)
		}
	}
}

// TestCacheClosed: a cache gives back what it opened.
func TestCacheClosed(t *testing.T) {
	s := newScreen(t)
	s.start(t, program("poll", "-1", "0"))
	before := ownDescriptors(t)
	c, err := NewCache()
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		r := c.Acquire(s.term, true)
		p := first(t, s, r)
		report := p.Look(s.term.ID)
		report.Close()
		if _, err := r.Group(Job{p.PID, p.PID}); err != nil {
			t.Error(err)
		}
		c.Release(r)
	}
	c.Close()
	if after := ownDescriptors(t); after != before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
}
