package helper

import (
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// brief waits for the terminal for so long.
func brief(pid int, limit time.Duration) member {
	m := aReader(pid)
	m.Find.Call, m.Find.Timed, m.Find.Limit = "poll", true, limit
	return m
}

// TestPeeks: one look at a wait that ends at once says nothing; a single wait
// that is no such peek makes the look good.
func TestPeeks(t *testing.T) {
	const ms = time.Millisecond
	inner := judge(aJob(aReader(20)))
	cases := []struct {
		name string
		f    facts
		want bool
	}{
		{"10 ms", aJob(brief(1, 10*ms)), true},
		{"1 ns", aJob(brief(1, 1)), true},
		{"just below", aJob(brief(1, shortestWait-1)), true},
		{"as long as counts", aJob(brief(1, shortestWait)), false},
		{"70 ms", aJob(brief(1, 70*ms)), false},
		{"an end, but when is not known", aJob(brief(1, 0)), false},
		{"no end", aJob(aReader(1)), false},
		{"two that peek", aJob(brief(1, ms), brief(2, ms)), true},
		{"one that peeks and one that waits", aJob(brief(1, ms), aReader(2)), false},
		{"one that peeks and one that works", aJob(brief(1, ms), busy(2)), true},
		{"one that peeks and one that cannot be told", aJob(brief(1, ms), doubtful(2, client.ReasonIOUring)), true},
		{"one that peeks and a stopped reader", aJob(brief(1, ms), altered(aReader(2), func(m *member) { m.Stopped = true })), true},
		{"outside", aJob(busy(1)).and(brief(9, ms)), true},
		{"a relay: its inner answer was looked at by itself", aJob(altered(brief(1, ms), func(m *member) { m.Find.Inner = &inner })), false},
		{"nobody waits", aJob(busy(1)), false},
		{"nothing there", facts{}, false},
	}
	for _, c := range cases {
		if got := peeks(c.f); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
