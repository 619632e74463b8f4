package procfs

import (
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// TestStoppedIsNotCalm: a process that is stopped between the reading of its
// facts and the look at its threads does not run any more, but its facts are
// not what they were.
func TestStoppedIsNotCalm(t *testing.T) {
	s := newScreen(t)
	p := s.start(t, exec.Command("cat"))
	p.kept = true
	proven(t, p, s.term)
	if _, _, err := p.Facts(); err != nil {
		t.Fatal(err)
	}
	if err := unix.Kill(p.PID, unix.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	await(t, "the stop", func() bool { st, ok := StatOf(p.PID); return ok && st.State == 'T' })
	for range 3 {
		r := p.Look(s.term.ID)
		r.Close()
		if st, _, _, ok := p.Calm(s.term.ID); ok && st.State != 'T' {
			t.Errorf("it is said to sleep on as %c", st.State)
		}
	}
}
