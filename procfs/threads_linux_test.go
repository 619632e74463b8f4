package procfs

import (
	"os/exec"
	"slices"
	"testing"
	"time"
)

// endingThreads starts threads that soon end, and then one that reads the terminal;
// again and again.
const endingThreads = `
import os, random, threading, time
while True:
    for _ in range(8):
        threading.Thread(target=time.sleep, args=(random.uniform(0.001, 0.003),)).start()
    reader = threading.Thread(target=os.read, args=(0, 64))
    reader.start()
    reader.join()
`

// TestThreadsEnding: a list that is whole has every thread that lives, while others
// before it end.
func TestThreadsEnding(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 required: a program whose threads end")
	}
	s := newScreen(t)
	p := s.start(t, exec.Command("python3", "-c", endingThreads))
	lists, parts := 0, 0
	for range 100 {
		r := proven(t, p, s.term)
		reader := r.Findings[r.Best].TID
		r.Close()
		for end := time.Now().Add(4 * time.Millisecond); time.Now().Before(end); lists++ {
			tids, whole, err := p.Threads()
			switch {
			case err != nil:
				t.Fatal(err)
			case !whole:
				parts++
			case !slices.Contains(tids, reader):
				t.Fatalf("thread %d is missing from %v", reader, tids)
			}
		}
		s.typeIn(t, "\n")
		await(t, "the reader ends", func() bool { _, err := p.schedstat(reader); return err != nil })
	}
	if parts > lists/10 {
		t.Errorf("%d of %d lists were not whole", parts, lists)
	}
}

// TestRosterDrops: processes of the session that have exited are not held any more,
// in the job and outside it.
func TestRosterDrops(t *testing.T) {
	s, r := rostered(t)
	sh := s.start(t, exec.Command("bash", "-c", `set -m; for i in 1 2 3 4 5; do sleep 0.01 & sleep 0.02; done; wait; sleep 3600`))
	most := 0
	await(t, "the shell and its last child are left", func() bool {
		job, err := r.Job(s.term, r.cache.Scan, everyone)
		if err == nil {
			_, err = r.Group(job)
		}
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, len(r.members))
		now, err := sh.Stat()
		return err == nil && now.TPGID != sh.PID && len(r.members) == 2 && most > 2
	})
}
