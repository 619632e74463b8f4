package helper

import (
	"testing"
	"time"
)

// TestRumour: uses of /dev/tty, which anybody can make as often as he likes,
// hurry a watch once in a while only; a use of its own terminal always does.
func TestRumour(t *testing.T) {
	now := time.Unix(1000, 0)
	g := &group{}
	hurried := func(f func(time.Time)) bool {
		g.next = now.Add(time.Hour)
		f(now)
		return g.next.Equal(now)
	}
	if !hurried(g.rumour) {
		t.Error("the first use of /dev/tty is ignored")
	}
	n := 0
	for end := now.Add(time.Second); now.Before(end); now = now.Add(100 * time.Microsecond) {
		if hurried(g.rumour) {
			n++
		}
	}
	if most := int(time.Second / rumourEvery); n > most || n < most/2 {
		t.Errorf("hurried %d times in a second, want about %d", n, most)
	}
	for range 2 {
		if !hurried(g.hurry) {
			t.Error("a use of the terminal is ignored")
		}
	}
}
