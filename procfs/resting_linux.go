package procfs

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// processorTime is how long a process has run. While that is the same none of its
// threads has run, and all that they would have to run to change is as it was:
// their rights, their session, their descriptors. The time of a thread that runs
// is counted at the next tick or switch, so what it does now is seen some
// milliseconds later.
type processorTime struct {
	known bool
	ns    int64
}

// same reports that the process did not run from the time it had used p to the
// time it had used q.
func (p processorTime) same(q processorTime) bool { return p.known && p == q }

// processorTimeOf asks (clock_getcpuclockid(3)): one call, and anybody may make it
// for any process.
func processorTimeOf(pid int) processorTime {
	const sched = 2 // CPUCLOCK_SCHED of a process
	var t unix.Timespec
	_, _, errno := unix.RawSyscall(unix.SYS_CLOCK_GETTIME, uintptr(^pid<<3|sched), uintptr(unsafe.Pointer(&t)), 0)
	return processorTime{errno == 0, t.Nano()}
}
