package procfs

import (
	"golang.org/x/sys/unix"
)

// counters are kept files that tell how process numbers are allocated.
type counters struct {
	loadavg int
}

func newCounters() (*counters, error) {
	fd, err := openAt(unix.AT_FDCWD, "/proc/loadavg", unix.O_RDONLY)
	if err != nil {
		return nil, err
	}
	return &counters{loadavg: fd}, nil
}

func (c *counters) close() { unix.Close(c.loadavg) }

// lastPID is the number that was allocated last.
func (c *counters) lastPID() (int, error) {
	var buf [128]byte
	b, err := readQuick(c.loadavg, buf[:])
	if err != nil {
		return 0, err
	}
	return ParseLastPID(b)
}

// ascending reports whether process numbers have never wrapped since boot: so
// many were not started. Numbers of nested namespaces count as well, so this
// errs on the safe side.
func ascending() bool {
	stat := make([]byte, 64<<10)
	b, err := readAt(unix.AT_FDCWD, "/proc/stat", stat)
	if err != nil {
		return false
	}
	forks, err := ParseForks(b)
	if err != nil {
		return false
	}
	b, err = readAt(unix.AT_FDCWD, "/proc/sys/kernel/pid_max", stat[:64])
	if err != nil {
		return false
	}
	f := fields{rest: b}
	most := f.int()
	return !f.bad && forks < uint64(most)-reservedPIDs
}

// reservedPIDs are the numbers below which the kernel does not allocate after
// a wrap.
const reservedPIDs = 300
