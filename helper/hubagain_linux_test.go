package helper

import (
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// TestNumberUsedAgain: a terminal that got the number of one that was watched
// is another.
func TestNumberUsedAgain(t *testing.T) {
	old, h := newCat(t), stepped(t)
	before := h.join(t, asMe(client.WatchOptions{}), old.slave)
	h.lookUntil(t, before, waits)
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	_ = old.cmd.Wait() // it keeps the number
	again := newCat(t)
	for range 20 { // another process of the machine may take it
		if again.Path() == old.Path() {
			break
		}
		again = newCat(t)
	}
	if again.Path() != old.Path() {
		t.Skipf("the number of %s was not given out again", old.Path())
	}
	after := h.join(t, asMe(client.WatchOptions{}), again.slave)
	for range 3 {
		for _, g := range h.groups {
			h.look(g)
		}
	}
	for e, ok := before.next(); ok; e, ok = before.next() {
		if e.Ended != client.EndedGone {
			t.Errorf("the old one: %s %s", e.Sentence(), e.Ended)
		}
	}
	h.lookUntil(t, after, waits)
	if after.over {
		t.Error("the watch of the new one ended with the old one")
	}
}
