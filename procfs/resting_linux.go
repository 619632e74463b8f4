package procfs

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// resting is what a process held when it had used so much processor time. While
// that is the same none of its threads has run, and it holds the same:
// descriptors are only come by, and closed, by running. The time of a thread that
// runs is counted at the next tick or switch, so what it does now is seen some
// milliseconds later.
type resting struct {
	known bool
	used  int64 // nanoseconds
	held  holdings
}

// restFrom is called before the process's descriptors are looked at.
func restFrom(pid int) resting {
	used, ok := processorTime(pid)
	return resting{known: ok, used: used}
}

// with adds what it held.
func (r resting) with(h holdings) resting {
	r.held = h.seen()
	return r
}

// again returns what the process holds; false: it is to be looked at.
func (r resting) again(pid int) (holdings, bool) {
	if !r.known {
		return holdings{}, false
	}
	used, ok := processorTime(pid)
	return r.held, ok && used == r.used
}

// processorTime is what a process has used of it, in nanoseconds
// (clock_getcpuclockid(3)): one call, and anybody may make it for any process.
func processorTime(pid int) (int64, bool) {
	const sched = 2 // CPUCLOCK_SCHED of a process
	var t unix.Timespec
	_, _, errno := unix.RawSyscall(unix.SYS_CLOCK_GETTIME, uintptr(^pid<<3|sched), uintptr(unsafe.Pointer(&t)), 0)
	return t.Nano(), errno == 0
}
