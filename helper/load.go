package helper

import "time"

// load measures what part of the time looks take, and says how much less often
// they are to be made if that is too much.
type load struct {
	since time.Time
	spent time.Duration
	slow  int // times
}

const (
	loadOver = 100 * time.Millisecond // what the part is measured over
	loadMost = 2                      // looks may take one part in so many
)

// took notes a look that has ended.
func (l *load) took(d time.Duration, now time.Time) {
	l.spent += d
	over := now.Sub(l.since)
	if over < loadOver {
		return
	}
	part := float64(l.spent) * loadMost / float64(over)
	l.slow = min(max(int(part*float64(l.stretch())+0.5), 1), int(asleep/slowest))
	l.since, l.spent = now, 0
}

// stretch is by how much pauses are to be longer.
func (l *load) stretch() int { return max(l.slow, 1) }
