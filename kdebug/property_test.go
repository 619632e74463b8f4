package kdebug_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

// For any schedule: a thread is proven to wait only if it waited at an instant
// of the look, and said not to only if it did not at some instant. Without
// loss, one that waited all through and was seen by the trace is proven,
// unless the call is one whose set cannot be known.
func TestSchedules(t *testing.T) {
	schedules := 300
	if testing.Short() {
		schedules = 50
	}
	counts := map[kdebug.Verdict]int{}
	for seed := range schedules {
		lossy := seed%2 == 1
		config := fakekernel.Config{Generation: 11 + seed%5, CPUs: 4, Units: 64, UnitSize: 32}
		if !lossy {
			config.Units = 1024
		}
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			bubble(t, config, func(b *bench) {
				w := newWorld(b, rand.New(rand.NewPCG(uint64(seed), 1)), lossy)
				for range 20 {
					w.step()
				}
				clear(w.spoke)
				b.watch()
				for range 25 {
					w.play(counts)
				}
			})
		})
	}
	for _, v := range []kdebug.Verdict{kdebug.Proven, kdebug.Inferred, kdebug.No, kdebug.CannotTell} {
		if counts[v] < 10 {
			t.Errorf("only %d threads were judged %q: the schedules test little", counts[v], v)
		}
	}
	t.Log(counts)
}

// play makes some steps, then a look with steps in its midst, then checks.
func (w *world) play(counts map[kdebug.Verdict]int) {
	pause, quiet := w.prepare()
	time.Sleep(pause)
	w.open()
	w.m.OnCall(func(string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.chance(quiet) {
			w.step()
			w.sample()
		}
	})
	facts := w.facts()
	w.m.OnCall(nil)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sample()
	for _, p := range facts.Processes {
		for _, th := range p.Threads {
			counts[th.Verdict]++
			w.check(th)
		}
	}
	if got := fold(facts); got == "running" && facts.Settled && !w.idle {
		w.t.Errorf("running, though at every instant somebody waited: %+v", facts)
	}
	w.checkMembers(facts)
}

// prepare makes the steps before a look, and says how long to sleep then and
// how rarely something happens during the look.
func (w *world) prepare() (pause time.Duration, quiet int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for range w.rng.IntN(12) {
		w.step()
	}
	if w.chance(6) {
		pause = time.Duration(w.rng.IntN(3000)) * time.Millisecond
	}
	return pause, w.rng.IntN(40) + 1
}

func (w *world) check(th kdebug.Thread) {
	always := w.ever[th.ID] && !w.never[th.ID]
	switch {
	case th.Verdict == kdebug.Proven && !w.ever[th.ID]:
		w.t.Errorf("proven, but it never waited: %+v", th)
	case th.Verdict == kdebug.No && always:
		w.t.Errorf("no, but it waited all the time: %+v", th)
	case w.lossy || !w.heard[th.ID]:
	case th.Verdict == kdebug.Inferred || th.Reason == kdebug.ReasonBeforeTrace:
		w.t.Errorf("nothing was lost and it has spoken, but: %+v", th)
	case always && th.Verdict != kdebug.Proven && th.Reason != kdebug.ReasonMixedSet:
		w.t.Errorf("it waited all the time, nothing was lost, but: %+v", th)
	}
}

// checkMembers finds threads that waited all through and are missing.
func (w *world) checkMembers(facts kdebug.Facts) {
	for id := range w.ever {
		if w.never[id] {
			continue
		}
		found := false
		for _, p := range facts.Processes {
			for _, th := range p.Threads {
				found = found || th.ID == id
			}
		}
		if !found {
			w.t.Errorf("thread %d waited all the time and is not among %+v", id, facts)
		}
	}
}
