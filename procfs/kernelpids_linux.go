package procfs

import (
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// counters are kept files that tell how process numbers are allocated.
type counters struct {
	loadavg int
	mu      sync.Mutex
	turns   turns
}

func newCounters() (*counters, error) {
	fd, err := openAt(unix.AT_FDCWD, "/proc/loadavg", unix.O_RDONLY)
	if err != nil {
		return nil, err
	}
	return &counters{loadavg: fd, turns: newTurns(uint64(pidMax()))}, nil
}

func (c *counters) close() { unix.Close(c.loadavg) }

// lastPID is the number that was allocated last.
func (c *counters) lastPID() (mark, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var buf [128]byte
	b, err := readQuick(c.loadavg, buf[:])
	if err != nil {
		return mark{}, err
	}
	last, err := ParseLastPID(b)
	if err != nil {
		return mark{}, err
	}
	return c.turns.see(last, time.Now(), forks), nil
}

// forks counts the processes and threads that were started since boot.
func forks() (uint64, error) {
	stat := make([]byte, 64<<10)
	for {
		b, err := readAt(unix.AT_FDCWD, "/proc/stat", stat)
		if err != nil {
			return 0, err
		}
		if n, err := ParseForks(b); err == nil || len(b) < len(stat) {
			return n, err
		}
		stat = make([]byte, 4*len(stat)) // a line of it grows with the machine's interrupts
	}
}

// pidMax is above all process numbers; the least that it usually is where that is
// not told.
func pidMax() int {
	const usual = 32768
	var buf [64]byte
	b, err := readAt(unix.AT_FDCWD, "/proc/sys/kernel/pid_max", buf[:])
	f := fields{rest: b}
	if most := f.int(); err == nil && !f.bad && most > reservedPIDs {
		return most
	}
	return usual
}

// ascending reports whether process numbers have never wrapped since boot: so
// many were not started. Numbers of nested namespaces count as well, so this
// errs on the safe side.
func ascending() bool {
	n, err := forks()
	return err == nil && n < uint64(pidMax())-reservedPIDs
}

// reservedPIDs are the numbers below which the kernel does not allocate after
// a wrap.
const reservedPIDs = 300
