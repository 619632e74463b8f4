package main

import (
	"fmt"
	"time"

	promprocfs "github.com/prometheus/procfs"
	"golang.org/x/sys/unix"
)

// cpuTime is the time that a process has computed, for itself and in the kernel.
// The clock counts nanoseconds where /proc/<pid>/stat counts hundredths of a
// second, and keeps the time of threads that have ended.
func cpuTime(pid int) (time.Duration, error) {
	const schedulerClock = 2
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|schedulerClock), &t); err != nil {
		return 0, fmt.Errorf("clock of process %d: %w", pid, err)
	}
	return time.Duration(t.Nano()), nil
}

// treeTimes are the times of a process and of its descendants.
func treeTimes(machine promprocfs.FS, root int) (map[int]time.Duration, error) {
	all, err := machine.AllProcs()
	if err != nil {
		return nil, err
	}
	parents := map[int]int{}
	for _, p := range all {
		if s, err := p.Stat(); err == nil {
			parents[p.PID] = s.PPID
		}
	}
	list := map[int]time.Duration{}
	for pid := range parents {
		if !descends(pid, root, parents) {
			continue
		}
		if list[pid], err = cpuTime(pid); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// descends reports that a process is root or comes from it.
func descends(pid, root int, parents map[int]int) bool {
	for range len(parents) + 1 { // the numbers were read one after the other, so they may form a ring
		if pid == root {
			return true
		}
		parent, ok := parents[pid]
		if !ok {
			return false
		}
		pid = parent
	}
	return false
}

// spent is what was added to the times since before; a process that is not in
// before has begun since.
func spent(before, after map[int]time.Duration) time.Duration {
	sum := time.Duration(0)
	for pid, t := range after {
		sum += t - before[pid]
	}
	return sum
}
