package kdebug_test

import (
	"fmt"
	"testing"

	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

// scenario is one line of the table of events and right answers. before runs
// before the trace starts, run after it; want is the answer then.
type scenario struct {
	number     int
	name       string
	generation int
	before     func(*bench)
	run        func(*bench)
	want       string
	check      func(*bench)
}

func TestScenarios(t *testing.T) {
	seen := map[int]bool{}
	var all []scenario
	all = append(all, basicScenarios()...)
	all = append(all, lossScenarios()...)
	all = append(all, ownerScenarios()...)
	all = append(all, identityScenarios()...)
	all = append(all, queueScenarios()...)
	all = append(all, setScenarios()...)
	all = append(all, jobScenarios()...)
	all = append(all, raceScenarios()...)
	for _, s := range all {
		seen[s.number] = true
		t.Run(fmt.Sprintf("%02d %s", s.number, s.name), func(t *testing.T) {
			bubble(t, fakekernel.Config{Generation: s.generation}, func(b *bench) { s.play(b) })
		})
	}
	for n := 1; n <= 53; n++ {
		if !seen[n] {
			t.Errorf("scenario %d is missing", n)
		}
	}
}

func (s scenario) play(b *bench) {
	b.t.Helper()
	if s.before != nil {
		s.before(b)
	}
	b.watch()
	if s.run != nil {
		s.run(b)
	}
	if got := b.answer(); got != s.want {
		b.t.Errorf("answer %q, want %q\n%+v", got, s.want, b.facts())
	}
	if s.check != nil {
		s.check(b)
	}
}

// then makes a further step of a scenario.
func (b *bench) then(what, want string) {
	b.t.Helper()
	if got := b.answer(); got != want {
		b.t.Errorf("%s: answer %q, want %q\n%+v", what, got, want, b.facts())
	}
}
