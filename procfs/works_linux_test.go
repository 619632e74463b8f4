package procfs

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestWorks: a job at work is proven to be so without a step that can sleep, until
// it does anything else, and not for long.
func TestWorks(t *testing.T) {
	rootOnly(t, "looks at what anybody's threads sleep in")
	fifo := filepath.Join(t.TempDir(), "go")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	s, r := rostered(t)
	// It waits for the fifo when it is told to, so that it is asleep, not in a read
	// of the terminal.
	sh := s.start(t, exec.Command("bash", "-c", `trap 'read < "$0"' USR1; while :; do :; done`, fifo))
	await(t, "a loop", func() bool { now, ok := StatOf(sh.PID); return ok && now.Comm == "bash" && now.State == 'R' })
	works := func() bool {
		job, err := r.Job(s.term, r.cache.Scan, everyone)
		if err != nil {
			t.Fatal(err)
		}
		settle(t, s, r, job)
		return r.Quiet(s.term, 1) && r.Works(s.term, 1)
	}
	await(t, "a job at work", works)
	if r.Rests(s.term, 1) {
		t.Error("a job at work rests")
	}
	if r.Works(s.term, 2) {
		t.Error("it works for somebody else")
	}
	// Anything that is started meanwhile spoils the proof.
	await(t, "all is proven, but not lately; and lately again", func() bool {
		if !works() {
			return false
		}
		r.quiet.proven = time.Now().Add(-worksFor)
		if r.Works(s.term, 1) {
			t.Fatal("it works, by an old proof")
		}
		return r.Quiet(s.term, 1) && r.Works(s.term, 1)
	})
	if err := unix.Kill(sh.PID, unix.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	await(t, "it sleeps", func() bool { now, ok := StatOf(sh.PID); return ok && now.State == 'S' })
	await(t, "it does not work", func() bool { r.quiet.proven = time.Now(); return !r.Works(s.term, 1) })
	if err := os.WriteFile(fifo, []byte("\n"), 0); err != nil {
		t.Fatal(err)
	}
	await(t, "it works again", works)
}
