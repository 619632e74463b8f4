package helper

import (
	"testing"
	"time"
)

// TestRumour: uses of /dev/tty, which anybody can make as often as he likes,
// hurry a watch once in a while only; a use of its own terminal always does.
func TestRumour(t *testing.T) {
	for groups, want := range map[int]time.Duration{1: 2 * time.Millisecond, 10: 5 * time.Millisecond, 1000: 20 * time.Millisecond} {
		if every := rumourEvery(groups); every != want {
			t.Errorf("%d groups: every %v, want %v", groups, every, want)
		}
	}
	now := time.Unix(1000, 0)
	g := &group{}
	every := rumourEvery(4)
	rumour := func(now time.Time) { g.rumour(now, every) }
	hurried := func(f func(time.Time)) bool {
		g.next = now.Add(time.Hour)
		f(now)
		return g.next.Equal(now)
	}
	if !hurried(rumour) {
		t.Error("the first use of /dev/tty is ignored")
	}
	n := 0
	for end := now.Add(time.Second); now.Before(end); now = now.Add(100 * time.Microsecond) {
		if hurried(rumour) {
			n++
		}
	}
	if most := int(time.Second / every); n > most || n < most/2 {
		t.Errorf("hurried %d times in a second, want about %d", n, most)
	}
	for range 2 {
		if !hurried(g.hurry) {
			t.Error("a use of the terminal is ignored")
		}
	}
}
