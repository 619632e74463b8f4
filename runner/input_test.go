package runner

import (
	"testing"
	"time"
)

func TestEndsLine(t *testing.T) {
	for keys, want := range map[string]bool{
		"": false, "abc": false, "abc\n": true, "abc\r": true, "\n\x1b": false, "\x04": true, "abc\x03": true, "\x1a": true,
	} {
		if got := endsLine([]byte(keys)); got != want {
			t.Errorf("%q: %v", keys, got)
		}
	}
}

func TestStale(t *testing.T) {
	now := time.Unix(1000, 0)
	for _, c := range []struct {
		name, typed string
		later       time.Duration
		after       string
	}{
		{"a line, at once", "yes\n", 0, "w1"},
		{"a line, later", "yes\n", halfLine, "w1"},
		{"a line, much later", "yes\n", otherwise, ""},
		{"half a line, at once", "yes", halfLine - 1, "w1"},
		{"half a line, later", "yes", halfLine, ""},
	} {
		i := input{typed: make(chan struct{}, 1)}
		i.saw("w1")
		i.wrote([]byte(c.typed), i.last(), now)
		i.saw("w2")
		got := i.stale(now.Add(c.later))
		if got.writes != 1 || got.after != c.after {
			t.Errorf("%s: %d writes, %q does not count; want %q", c.name, got.writes, got.after, c.after)
		}
		if len(i.typed) != 1 {
			t.Errorf("%s: nobody was told", c.name)
		}
	}
}

// TestWroteNeverBlocks: nobody has to listen.
func TestWroteNeverBlocks(t *testing.T) {
	i := input{typed: make(chan struct{}, 1)}
	for range 3 {
		i.wrote([]byte("x"), "", time.Unix(0, 0))
	}
	if got := i.stale(time.Unix(1, 0)); got.writes != 3 {
		t.Errorf("%d writes", got.writes)
	}
}
