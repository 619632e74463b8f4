package procfs

import (
	"errors"
	"sync"
	"time"

	"golang.org/x/sys/unix"
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
	if err == nil && isThread(pid) {
		err = errThread
	}
	b.seen[pid] = birth{s, err}
	return s, err
}

// errThread says that a number is that of a thread beside its process's first.
// /proc shows those too, though it does not list them.
var errThread = errors.New("a thread, not a process")

// isThread asks with a call that takes processes only.
func isThread(pid int) bool {
	fd, err := unix.PidfdOpen(pid, 0)
	if err == nil {
		unix.Close(fd)
	}
	return err == unix.ENOENT || err == unix.EINVAL
}
