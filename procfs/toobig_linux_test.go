package procfs

import (
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestTooBig: a set that is not looked at whole is one of which nothing can be
// told.
func TestTooBig(t *testing.T) {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if limit.Max <= maxTargets {
		t.Skipf("a limit of more than %d open files required", maxTargets)
	}
	s := newScreen(t)
	p := s.start(t, program("poll-many", itoa(maxTargets+1)))
	r := reported(t, p, s.term, CannotTell)
	if f := r.Findings[r.Best]; f.Reason != ReasonTooBig || f.Detail == "" || strings.Contains(f.Detail, "0x") {
		t.Errorf("%+v", f)
	}
	few := newScreen(t)
	q := few.start(t, program("poll-many", "1000"))
	if r := proven(t, q, few.term); len(r.Also) != 0 {
		t.Errorf("also %v", r.Also)
	}
}

// TestPageAbsent: the page that a wait set lies in may be supplied by whoever
// is looked at, at his leisure; so it is not touched.
func TestPageAbsent(t *testing.T) {
	s := newScreen(t)
	p := s.start(t, program("poll-absent"))
	r := reported(t, p, s.term, CannotTell)
	if f := r.Findings[r.Best]; f.Reason != ReasonStalled || strings.Contains(f.Detail, "0x") {
		t.Errorf("%+v", f)
	}
}
