package procfs

import (
	"sync"
	"time"
)

// births remembers for a moment what was read of processes that were just
// started: each roster of a cache has to look at all of them.
type births struct {
	mu   sync.Mutex
	at   time.Time
	seen map[int]birth
}

type birth struct {
	stat Stat
	err  error
}

// birthFor is how long a reading serves the others. A new process is looked at
// again for much longer.
const birthFor = 2 * time.Millisecond

func (b *births) statOf(pid int, now time.Time) (Stat, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.seen == nil || now.Sub(b.at) > birthFor {
		b.seen, b.at = map[int]birth{}, now
	}
	if r, ok := b.seen[pid]; ok {
		return r.stat, r.err
	}
	s, err := statOf(pid)
	b.seen[pid] = birth{s, err}
	return s, err
}
