package procfs

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

func TestParseLastPID(t *testing.T) {
	for text, want := range map[string]int{
		"0.43 1.10 0.92 4/170 31253\n":     31253,
		"0.00 0.00 0.00 1/1 1":             1,
		"12.01 9.10 7.92 400/1700 4194303": 4194303,
		"7\n":                              7,
	} {
		if n, err := ParseLastPID([]byte(text)); err != nil || n != want {
			t.Errorf("%q: %d, %v; want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "\n", "0.43 1.10 0.92 4/170", "0.43 1.10 0.92 4/170 x\n", "0.43 1.10 0.92 4/170 -1\n"} {
		if n, err := ParseLastPID([]byte(text)); err == nil {
			t.Errorf("%q: %d", text, n)
		}
	}
}

func TestParseForks(t *testing.T) {
	const stat = "cpu  1 2 3\ncpu0 1 2 3\nintr 5 0 0\nctxt 99\nbtime 1700000000\nprocesses 31253\nprocs_running 1\nprocs_blocked 0\n"
	for text, want := range map[string]uint64{
		stat: 31253, "processes 0": 0, "processes 9223372036854775807\n": 1<<63 - 1,
	} {
		if n, err := ParseForks([]byte(text)); err != nil || n != want {
			t.Errorf("%q: %d, %v; want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "procs_running 1\n", "processes\n", "processes x\n", "processes -1\n", " processes 5\n", "x processes 5\n"} {
		if n, err := ParseForks([]byte(text)); err == nil {
			t.Errorf("%q: %d", text, n)
		}
	}
}

func FuzzParseLastPID(f *testing.F) {
	f.Add([]byte("0.43 1.10 0.92 4/170 31253\n"))
	f.Add([]byte(" "))
	f.Fuzz(func(t *testing.T, b []byte) {
		n, err := ParseLastPID(b)
		if err != nil {
			return
		}
		if again, err := ParseLastPID(fmt.Appendf(nil, "0.43 1.10 0.92 4/170 %d\n", n)); err != nil || again != n || n < 0 {
			t.Errorf("%q: %d became %d, %v", b, n, again, err)
		}
	})
}

func FuzzParseForks(f *testing.F) {
	f.Add([]byte("ctxt 99\nprocesses 31253\nprocs_running 1\n"))
	f.Add([]byte("processes "))
	f.Fuzz(func(t *testing.T, b []byte) {
		n, err := ParseForks(b)
		if err != nil {
			return
		}
		if again, err := ParseForks(fmt.Appendf(nil, "btime 5\nprocesses %d\n", n)); err != nil || again != n {
			t.Errorf("%q: %d became %d, %v", b, n, again, err)
		}
	})
}

// TestCursor: each number that was allocated since is looked at; one that is
// not there yet is looked at again, for a while.
func TestCursor(t *testing.T) {
	start := time.Now()
	at := func(d time.Duration) time.Time { return start.Add(d) }
	c := cursor{mark: mark{last: 100}}
	step := func(what string, last int, when time.Duration, want ...int) {
		t.Helper()
		got, ok := c.advance(mark{last: last}, at(when))
		if slices.Sort(got); !ok || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v; want %v", what, got, ok, want)
		}
	}
	step("nothing new", 100, 0)
	step("three new", 103, 0, 101, 102, 103)
	c.found(102)
	step("two are not there yet", 103, grace/2, 101, 103)
	step("one more", 104, grace/2, 101, 103, 104)
	c.found(9999) // nobody asked for it
	c.expire(at(grace - 1))
	step("just in time", 104, grace-1, 101, 103, 104)
	c.expire(at(grace))
	step("the first are given up", 104, grace, 104)
	c.found(104)
	step("all is known", 104, grace)
}

// TestCursorGivesUp: after a wrap, and where it would be dearer, the whole list
// is read.
func TestCursorGivesUp(t *testing.T) {
	now := time.Now()
	for name, c := range map[string]struct {
		c    cursor
		last int
		ok   bool
	}{
		"wrapped":           {cursor{mark: mark{last: 100}}, 99, false},
		"the largest step":  {cursor{mark: mark{last: 100}}, 100 + maxStep, true},
		"a larger one":      {cursor{mark: mark{last: 100}}, 101 + maxStep, false},
		"many to look at":   {cursor{mark: mark{last: 100}, again: make([]absent, maxAgain)}, 100, true},
		"too many":          {cursor{mark: mark{last: 100}, again: make([]absent, maxAgain+1)}, 100, false},
		"nothing was known": {cursor{}, 31253, false},
	} {
		before := c.c.last
		pids, ok := c.c.advance(mark{c.last, 0}, now)
		if ok != c.ok || !ok && len(pids) != 0 {
			t.Errorf("%s: %d numbers, %v", name, len(pids), ok)
		}
		if !ok && c.c.last != before {
			t.Errorf("%s: it moved on to %d", name, c.c.last)
		}
	}
}
