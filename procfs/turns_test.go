package procfs

import (
	"errors"
	"testing"
	"time"
)

// TestTurns: a turn is noticed where the last number shows it, and after a pause
// in which it could be hidden from the count of processes.
func TestTurns(t *testing.T) {
	now := time.Unix(1000, 0)
	asked := 0
	turns := newTurns(32768)
	for _, step := range []struct {
		name  string
		last  int
		after time.Duration
		forks uint64
		err   error
		turn  bool
		asks  bool
	}{
		{"the first look", 500, 0, 1_000_000, nil, true, true},
		{"soon again", 510, turns.round, 0, nil, false, false},
		{"nothing new", 510, turns.round, 0, nil, false, false},
		{"the numbers began anew", 400, turns.round, 0, nil, true, false},
		{"after a pause in which little happened", 450, time.Second, 1_000_100, nil, false, true},
		{"after one in which all numbers were used", 460, time.Second, 1_040_000, nil, true, true},
		{"after one of which nothing is known", 470, time.Second, 0, errors.New("no count"), true, true},
		{"it is known again", 480, time.Second, 1_040_100, nil, true, true},
		{"after a pause in which nothing happened", 480, time.Second, 1_040_100, nil, false, true},
	} {
		now = now.Add(step.after)
		before := turns.turn
		askedBefore := asked
		m := turns.see(step.last, now, func() (uint64, error) { asked++; return step.forks, step.err })
		if m.last != step.last || (m.turn != before) != step.turn || (asked != askedBefore) != step.asks {
			t.Errorf("%s: %+v after turn %d, asked %v", step.name, m, before, asked != askedBefore)
		}
	}
}

// TestCursorTurns: numbers of another turn say nothing.
func TestCursorTurns(t *testing.T) {
	c := cursor{mark: mark{last: 100, turn: 1}}
	if _, ok := c.advance(mark{last: 110, turn: 2}, time.Now()); ok || c.last != 100 {
		t.Errorf("moved on to %+v", c.mark)
	}
	for m, want := range map[mark]mark{
		{110, 1}: {110, 1}, {90, 1}: {100, 1}, {110, 2}: {100, 1},
	} {
		if got := c.later(m); got != want {
			t.Errorf("later than %+v: %+v, want %+v", m, got, want)
		}
	}
}
