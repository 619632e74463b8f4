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
	held map[int]heldAtBirth
}

type heldAtBirth struct {
	holdings
	all bool
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
	s, err := birthOf(pid)
	b.seen[pid] = birth{stat: s, err: err}
	return s, err
}

// forget makes the next reading about a process a new one.
func (b *births) forget(pid int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.seen, pid)
	delete(b.held, pid)
}

// birthOf reads the stat of a new process; errThread: it is no process.
func birthOf(pid int) (Stat, error) {
	s, err := statOfNew(pid)
	if err == nil && isThread(pid) {
		err = errThread
	}
	return s, err
}

// born is a process that was just started.
type born struct {
	*births
	may MayTouch
}

func (b born) touchable(p *Stat) bool { return b.may(*p) }

func (b born) holdings(p *Stat, most int) (holdings, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.expire(time.Now())
	h, ok := b.held[p.PID]
	if !ok {
		h.holdings, h.all = holdingsOf(p.PID, most)
		b.held[p.PID] = h
	}
	return h.holdings, h.all
}

// expire forgets what was read too long ago. The caller holds the lock.
func (b *births) expire(now time.Time) {
	if b.seen == nil || now.Sub(b.at) > birthFor {
		b.seen, b.held, b.at = map[int]birth{}, map[int]heldAtBirth{}, now
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
