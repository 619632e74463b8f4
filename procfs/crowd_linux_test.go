package procfs

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// crowded is a job of many threads on a terminal; a byte to more makes the last of
// them read from the terminal once.
func crowded(t *testing.T, threads int) (s *screen, p *Process, more *os.File) {
	t.Helper()
	fifo := filepath.Join(t.TempDir(), "go")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	s, r := rostered(t)
	cmd := s.start(t, program("crowd", strconv.Itoa(threads), fifo))
	await(t, "the threads", func() bool {
		now, err := cmd.Stat()
		return err == nil && now.Threads >= threads
	})
	more, err := os.OpenFile(fifo, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = more.Close() })
	return s, first(t, s, r), more
}

// TestCrowd: a process of more threads than can be looked at in time is too big at
// first, and told of all the same; what was found of them is good until they run.
func TestCrowd(t *testing.T) {
	s, p, more := crowded(t, 10*maxKeptThreads)
	cuts := 0
	// look makes a look that has to end soon, and says whether it was whole.
	look := func() (Report, bool) {
		r := p.LookUntil(s.term.ID, time.Now().Add(2*time.Millisecond))
		cut := r.Best >= 0 && r.Findings[r.Best].Reason == ReasonTooBig
		if cut {
			cuts++
		}
		return r, !cut
	}
	atWork := func(what string) {
		t.Helper()
		await(t, what, func() bool {
			r, whole := look()
			defer r.Close()
			_, _, _, calm := p.Calm(s.term.ID)
			return whole && r.Best < 0 && calm
		})
	}
	atWork("a job of which all threads sleep")
	if cuts == 0 {
		t.Error("all threads were looked at at once")
	}
	if len(p.crowd.slept) < 8*maxKeptThreads || len(p.threads) > maxKeptThreads {
		t.Errorf("%d threads are remembered, %d kept", len(p.crowd.slept), len(p.threads))
	}
	for range 3 {
		if _, err := more.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
		var kinds []string
		await(t, "a thread that reads", func() bool {
			r := p.LookUntil(s.term.ID, time.Now().Add(20*time.Millisecond))
			defer r.Close()
			reads := r.Best >= 0 && r.Findings[r.Best].Verdict == Proven
			kinds = r.Also
			return reads && !r.AlsoMore
		})
		if !slices.Equal(kinds, []string{KindPipe}) { // that its main thread waits for
			t.Errorf("it also waits for %v", kinds)
		}
		if _, _, _, calm := p.Calm(s.term.ID); calm {
			t.Error("a job that waits is at work")
		}
		s.typeIn(t, "a line\n")
		atWork("that it works again")
	}
}

// TestCrowdForgets: threads that are gone are forgotten, and a number that is another
// thread's is not taken for the one that had it.
func TestCrowdForgets(t *testing.T) {
	s, p, _ := crowded(t, 2*maxKeptThreads)
	await(t, "a look at all", func() bool {
		r := p.Look(s.term.ID)
		defer r.Close()
		return r.Best < 0 && p.calm.ok
	})
	tids, _, err := p.Threads()
	if err != nil {
		t.Fatal(err)
	}
	last := tids[len(tids)-1]
	known, asleep := p.asleep(last)
	if !asleep {
		t.Fatalf("nothing is known of thread %d", last)
	}
	p.crowd.slept[last] = sleeper{schedstat: "1 2 3\n", idle: known.idle}
	if _, asleep := p.asleep(last); asleep {
		t.Error("one that has run more is asleep")
	}
	for gone := range 2 * maxKeptThreads {
		p.crowd.slept[1<<22+gone] = known
	}
	r := p.Look(s.term.ID)
	r.Close()
	if n := len(p.crowd.slept); n > len(tids) {
		t.Errorf("%d threads are remembered of %d", n, len(tids))
	}
}
