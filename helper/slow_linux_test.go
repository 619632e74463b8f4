package helper

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/procfs"
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
	of.begin(time.Now())
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

// TestPaceDeadline: what must be reported by some time is looked at by then, however
// busy the hub is.
func TestPaceDeadline(t *testing.T) {
	now := time.Unix(1000, 0)
	w, err := newWatch(client.WatchOptions{Timeout: 100 * time.Millisecond}, now)
	if err != nil {
		t.Fatal(err)
	}
	w.see(justA(client.Running), now)
	for _, g := range []*group{{}, {took: 57 * time.Millisecond}} {
		g.pause, g.subs = slowest, map[*subscription]struct{}{{watch: w}: {}}
		if g.pace(false, 25, now); g.next.Sub(now) > w.options.Timeout {
			t.Errorf("looks of %v: the next is after %v", g.took, g.next.Sub(now))
		}
	}
}

// TestPeekRepeats: of a wait that may be a mere look for keys nobody is told before
// it was seen some times in a row; then it counts.
func TestPeekRepeats(t *testing.T) {
	now := time.Unix(1000, 0)
	g := &group{}
	unsure := sight{answer: justA(client.Waiting), unsure: true}
	for _, row := range []sight{unsure, {answer: justA(client.Running)}, unsure} {
		if g.peeks(row, now) != row.unsure {
			t.Fatalf("unsure %v", row.unsure)
		}
	}
	for i := 1; i < len(peekPauses); i++ {
		if !g.peeks(unsure, now) || g.next.Sub(now) != peekPauses[i] {
			t.Errorf("look %d: the next is after %v, want %v", i, g.next.Sub(now), peekPauses[i])
		}
	}
	if g.peeks(unsure, now) {
		t.Error("it is never told")
	}
	if !g.peeks(unsure, now) {
		t.Error("it is told again at once")
	}
}

// TestLookBeforeWatch: a watch is told nothing that was seen before it began.
func TestLookBeforeWatch(t *testing.T) {
	r, h := newCat(t), stepped(t)
	h.lookUntil(t, h.join(t, asMe(client.WatchOptions{}), r.slave), waits)
	g := h.onlyGroup(t)
	looked, goOn, done := make(chan bool), make(chan bool), make(chan bool)
	h.guard = func(_, look func()) { look(); looked <- true; <-goOn }
	g.begin(time.Now())
	go func() { h.look(g); close(done) }()
	<-looked
	h.guard = func(_, look func()) { look() }
	if err := r.cmd.Process.Signal(unix.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	await(t, "cat stops", func() bool { s, ok := procfs.StatOf(r.cmd.Process.Pid); return ok && s.State == 'T' })
	late := h.join(t, asMe(client.WatchOptions{Until: []string{"waiting"}}), r.slave)
	goOn <- true
	<-done
	for e, ok := late.next(); ok; e, ok = late.next() {
		if e.State != client.Stopped {
			t.Errorf("told %s, %s", e.State, e.Ended)
		}
	}
	if err := r.cmd.Process.Signal(unix.SIGCONT); err != nil {
		t.Fatal(err)
	}
}
