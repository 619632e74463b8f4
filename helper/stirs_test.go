package helper

import (
	"testing"
	"time"
)

// TestStirs: a burst is let through, a flood is not, and after it a burst again.
func TestStirs(t *testing.T) {
	var s stirs
	now := time.Unix(1000, 0)
	burst := func() (n int) {
		for range 100 {
			if s.take(now) {
				n++
			}
		}
		return n
	}
	if n := burst(); n != stirsInARow {
		t.Errorf("%d of a burst, want %d", n, stirsInARow)
	}
	now = now.Add(quickest)
	if n := burst(); n != 1 {
		t.Errorf("%d after one pause, want 1", n)
	}
	now = now.Add(time.Hour)
	if n := burst(); n != stirsInARow {
		t.Errorf("%d of a late burst, want %d", n, stirsInARow)
	}
	taken := 0
	begun := now
	for ; now.Before(begun.Add(time.Second)); now = now.Add(quickest / 4) {
		if s.take(now) {
			taken++
		}
	}
	if most := int(time.Second/quickest) + stirsInARow; taken > most {
		t.Errorf("%d in a second, want at most %d", taken, most)
	}
}
