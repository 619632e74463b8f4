package main

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// stamp is memory that the watched program and the watcher share.
type stamp struct {
	waits atomic.Int64 // how often the program was about to wait
	at    atomic.Int64 // when it was so last, as now counts
}

// openStamp maps a file, made if there is none, for the life of the process.
func openStamp(path string) (*stamp, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size := int(unsafe.Sizeof(stamp{}))
	if err := f.Truncate(int64(size)); err != nil {
		return nil, err
	}
	b, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("mmap %s: %w", path, err)
	}
	return (*stamp)(unsafe.Pointer(&b[0])), nil
}

// now is the time of a clock that all processes share.
func now() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &t)
	return time.Duration(t.Nano())
}

// wait notes that the program is about to wait. The time comes first: whoever
// sees the number sees it.
func (s *stamp) wait() {
	s.at.Store(int64(now()))
	s.waits.Add(1)
}
