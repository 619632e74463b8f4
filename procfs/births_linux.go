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
	held map[int]holdings
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
	b.expire(now)
	if r, ok := b.seen[pid]; ok {
		return r.stat, r.err
	}
	s, err := statOfNew(pid)
	if err == nil && isThread(pid) {
		err = errThread
	}
	b.seen[pid] = birth{stat: s, err: err}
	return s, err
}

// holdings is holdingsOf.
func (b *births) holdings(pid, most int) holdings {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.expire(time.Now())
	h, ok := b.held[pid]
	if !ok {
		h = holdingsOf(pid, most)
		b.held[pid] = h
	}
	return h
}

// expire forgets what was read too long ago. The caller holds the lock.
func (b *births) expire(now time.Time) {
	if b.seen == nil || now.Sub(b.at) > birthFor {
		b.seen, b.held, b.at = map[int]birth{}, map[int]holdings{}, now
	}
}

// statOfNew reads the stat of a process that may well have ended, or not be there
// yet: to ask for its session tells that without opening a file.
func statOfNew(pid int) (Stat, error) {
	if _, err := unix.Getsid(pid); err == unix.ESRCH {
		return Stat{}, err
	}
	return statOf(pid)
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
