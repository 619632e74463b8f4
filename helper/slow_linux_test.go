package helper

import (
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// TestSlowBeside: a look that takes long keeps no other from being made, and no
// second one at the same terminal is begun.
func TestSlowBeside(t *testing.T) {
	h := stepped(t)
	slow, quick := newCat(t), newCat(t)
	s := h.join(t, asMe(client.WatchOptions{}), slow.slave)
	of := h.onlyGroup(t)
	other := h.join(t, asMe(client.WatchOptions{}), quick.slave)
	wait := h.lookUntil(t, other, waits).Wait
	h.lookUntil(t, s, waits)

	begun, goOn := make(chan bool), make(chan bool)
	h.guard = func(_, look func()) {
		begun <- true
		<-goOn
		look()
	}
	slow.typeLine(t)
	of.begin()
	h.aside(of)
	<-begun
	h.guard = func(_, look func()) { look() }
	if due, _, _ := h.due(time.Now().Add(time.Hour)); len(due) != 1 || due[0] == of {
		t.Fatalf("%d groups are due; one is being looked at", len(due))
	}
	quick.typeLine(t)
	await(t, "the other's next wait", func() bool {
		for _, g := range h.groups {
			if g != of {
				h.look(g)
			}
		}
		e, ok := other.next()
		return ok && waits(e) && e.Wait != wait
	})
	if !of.looking {
		t.Error("the slow look has ended")
	}
	goOn <- true
	within(t, "the slow look goes on", h.asides.Wait)
	if due, _, _ := h.due(time.Now().Add(time.Hour)); len(due) != 2 {
		t.Errorf("afterwards %d groups are due", len(due))
	}
}

// TestCostlyPace: a terminal that takes long to look at is looked at for a part of
// the time, also if it is used.
func TestCostlyPace(t *testing.T) {
	now := time.Unix(1000, 0)
	g := &group{took: 10 * time.Millisecond}
	g.pace(true, 1, now)
	for _, hurry := range []func(time.Time){func(time.Time) {}, g.hurry} {
		if hurry(now); g.next.Sub(now) < costShare*g.took {
			t.Errorf("the next look is after %v", g.next.Sub(now))
		}
	}
	g.took = time.Hour
	if g.pace(false, 1, now); g.next.Sub(now) > asleep {
		t.Errorf("the next look is after %v", g.next.Sub(now))
	}
	g.took = costly
	if g.pace(true, 1, now); g.next.Sub(now) < 2*costShare*costly {
		t.Errorf("an unused one's next look is after %v", g.next.Sub(now))
	}
	if g.hurry(now); g.next.After(now) {
		t.Errorf("a quick one's next look is after %v", g.next.Sub(now))
	}
}
