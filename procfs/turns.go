package procfs

import "time"

// turns counts how often process numbers may have begun anew. The last number
// alone does not tell: somebody who starts many processes can use all numbers up
// between two looks at it.
type turns struct {
	most  uint64        // numbers
	round time.Duration // the least time in which all can be used up
	mark
	at    time.Time // when last was read
	forks uint64    // started since boot, as of the last time that was asked
}

// forksPerSecond is more than a machine can start: numbers are given out under
// one lock.
const forksPerSecond = 500_000

func newTurns(most uint64) turns {
	return turns{most: most, round: time.Duration(most) * time.Second / forksPerSecond}
}

// see takes the number that was allocated last. After a long time it asks how
// many processes were started since boot.
func (t *turns) see(last int, now time.Time, forks func() (uint64, error)) mark {
	if last < t.last {
		t.turn++
	} else if now.Sub(t.at) > t.round {
		n, err := forks()
		if err != nil || n-t.forks >= t.most/2 {
			t.turn++
		}
		t.forks = n
	}
	t.last, t.at = last, now
	return t.mark
}
