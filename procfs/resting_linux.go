package procfs

import (
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// processorTime is how long a process has run. While that is the same none of its
// threads has run, and all that they would have to run to change is as it was:
// their rights, their session, their descriptors. The time of a thread that runs
// is counted at the next tick or switch, so what it does now is seen some
// milliseconds later. Kernels that take the time of interrupts off
// (CONFIG_IRQ_TIME_ACCOUNTING) may count nothing for a short run, so nothing rests
// on this alone for long.
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
	return processorTime{errno == 0 && fineClock(), t.Nano()}
}

// fineClock reports whether the kernel counts less than a tick: where it does not, a
// process may run for a while and have used no more than before. This process's
// own time is counted each time that it asks.
var fineClock = sync.OnceValue(func() bool {
	const least = 100 * time.Microsecond
	var t unix.Timespec
	last, steps := int64(0), 0
	for end := time.Now().Add(20 * time.Millisecond); steps < 3 && time.Now().Before(end); {
		if unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t) != nil {
			return false
		}
		if step := t.Nano() - last; last > 0 && step > 0 && step < int64(least) {
			steps++
		}
		last = t.Nano()
	}
	return steps == 3
})
