package kdebug_test

import (
	"fmt"
	"slices"
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
	for _, s := range allScenarios() {
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

func allScenarios() []scenario {
	return slices.Concat(
		readScenarios(), unseenScenarios(), earlierScenarios(),
		lossScenarios(), ownCallScenarios(), offScenarios(),
		stolenScenarios(), resetScenarios(), holderScenarios(),
		identityScenarios(),
		keventScenarios(), noteScenarios(), workQueueScenarios(), dispatchScenarios(),
		selectScenarios(), selectFileScenarios(), pollScenarios(),
		stateScenarios(), groupScenarios(), userScenarios(), watchScenarios(), sizeScenarios(),
		wakeScenarios(), replaceScenarios(), orderScenarios(),
	)
}

// read makes the job's thread read from its descriptor 0.
func (b *bench) read() { b.main.Call(b.job.Read(0)) }
