package helper

import (
	"testing"

	"github.com/rt-helper/rt-helper/procfs"
)

// TestPassesOn has the window sizes and settings of relays, and of programs
// that show a terminal in a window of their own.
func TestPassesOn(t *testing.T) {
	full, small, none := procfs.Size{Rows: 40, Cols: 120}, procfs.Size{Rows: 20, Cols: 120}, procfs.Size{}
	raw, cooked := &settings{}, &settings{Signals: true, Echo: true, Canonical: true}
	cases := []struct {
		name         string
		outer, inner procfs.Size
		s            *settings
		want         bool
	}{
		{"sudo, script", full, full, raw, true},
		{"the same size, whatever the settings", full, full, cooked, true},
		{"and when they are not known", full, full, nil, true},
		{"vim's terminal", full, small, raw, false},
		{"a window of the same height", full, procfs.Size{Rows: 40, Cols: 60}, raw, false},
		{"socat: no size, raw", full, none, raw, true},
		{"no size, signals stay here", full, none, cooked, false},
		{"no sizes at all, raw", none, none, raw, true},
		{"no sizes at all, signals stay here", none, none, cooked, false},
		{"no outer size", none, small, raw, true},
		{"no size and no settings known", full, none, nil, false},
	}
	for _, c := range cases {
		if got := passesOn(c.outer, c.inner, c.s); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
