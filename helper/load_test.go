package helper

import (
	"testing"
	"time"
)

// TestLoad: looks are made less often until they take half of the time, and more
// often again when they take less.
func TestLoad(t *testing.T) {
	now := time.Unix(1000, 0)
	var l load
	// play makes looks of a cost at their pace, and returns the part of the last
	// second that they took.
	play := func(terminals int, cost time.Duration) float64 {
		var spent time.Duration
		for end := now.Add(3 * time.Second); now.Before(end); {
			pause := slowest * time.Duration(l.stretch())
			begun := now
			for range terminals {
				now = now.Add(cost)
				l.took(cost, now)
				if end.Sub(now) < time.Second {
					spent += cost
				}
			}
			if next := begun.Add(pause); now.Before(next) {
				now = next
			}
		}
		return spent.Seconds()
	}
	if part := play(1, 50*time.Microsecond); part > 0.01 || l.stretch() != 1 {
		t.Errorf("one terminal: %.3f of the time, stretched by %d", part, l.stretch())
	}
	for _, cost := range []time.Duration{time.Millisecond, 5 * time.Millisecond} {
		if part := play(60, cost); part < 0.3 || part > 0.7 {
			t.Errorf("60 terminals of %v each: %.3f of the time, stretched by %d", cost, part, l.stretch())
		}
	}
	if part := play(60, time.Second); l.stretch() > int(asleep/slowest) {
		t.Errorf("a look takes a second: %.3f of the time, stretched by %d", part, l.stretch())
	}
	if part := play(1, 50*time.Microsecond); part > 0.01 || l.stretch() != 1 {
		t.Errorf("one terminal again: %.3f of the time, stretched by %d", part, l.stretch())
	}
}
