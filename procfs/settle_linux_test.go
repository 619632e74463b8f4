package procfs

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSettleLate: what a look found is not kept if the terminal had another job
// by the time its session was seen asleep.
func TestSettleLate(t *testing.T) {
	if _, err := exec.LookPath("perl"); err != nil {
		t.Skip("perl required: a program with one thread that takes the terminal")
	}
	fifo := filepath.Join(t.TempDir(), "go")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	s, r := rostered(t)
	const takes = `$SIG{TTOU}="IGNORE"; open F, "<", $ARGV[0]; <F>; POSIX::tcsetpgrp(0, getpgrp); sleep 3600`
	sh := s.start(t, exec.Command("bash", "-c", `set -m; perl -MPOSIX -e "$0" "$1" & sleep 3600`, takes, fifo))
	job := Job{SID: sh.PID}
	var other Stat
	await(t, "both jobs", func() bool {
		all, err := Scan()
		job.PGRP = 0
		for _, p := range all {
			switch {
			case err != nil || p.Session != sh.PID || p.State != 'S':
			case p.Comm == "perl":
				other = p
			case p.Comm == "sleep" && p.TPGID == p.PGRP:
				job.PGRP = p.PGRP
			}
		}
		return other.PID != 0 && job.PGRP != 0
	})
	settles := func() bool {
		settle(t, s, r, job)
		return r.Quiet(s.term, 1)
	}
	if now, err := r.Job(s.term, r.cache.Scan, everyone); err != nil || now != job {
		t.Fatalf("job %+v, %v; want %+v", now, err, job)
	}
	await(t, "a quiet job", settles)
	if err := os.WriteFile(fifo, []byte("\n"), 0); err != nil {
		t.Fatal(err)
	}
	await(t, "the other job in the foreground", func() bool {
		pgrp, _, _, err := s.term.Master()
		now, ok := StatOf(other.PID)
		return err == nil && pgrp == other.PGRP && ok && now.State == 'S'
	})
	for range 100 {
		if settles() {
			t.Fatal("the job is at work in the foreground")
		}
	}
}

// settle looks at a job, which is at work, and notes that.
func settle(t *testing.T, s *screen, r *Roster, job Job) {
	t.Helper()
	list, err := r.Group(job)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		report := p.Look(s.term.ID)
		report.Close()
	}
	if _, err := r.Outside(s.term, job, Asker{Key: 1, May: nobody}); err != nil {
		t.Fatal(err)
	}
	r.Settle(s.term, job, 1)
}
