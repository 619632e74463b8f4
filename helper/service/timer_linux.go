package service

import (
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// newTimer returns a timer of the kernel's, or else the runtime's: to set one of
// those wakes another thread of the process, which costs as much as a look.
func newTimer(f func()) timer {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_CLOEXEC|unix.TFD_NONBLOCK)
	if err != nil {
		t := time.AfterFunc(time.Hour, f)
		t.Stop()
		return t
	}
	k := &kernelTimer{fd: fd, file: os.NewFile(uintptr(fd), "timer")}
	go k.run(f)
	return k
}

// kernelTimer lives as long as its process.
type kernelTimer struct {
	fd   int
	file *os.File
}

func (k *kernelTimer) run(f func()) {
	for b := make([]byte, 8); ; {
		if _, err := k.file.Read(b); err != nil {
			return
		}
		f()
	}
}

// Reset sets the timer, and reports whether it was set.
func (k *kernelTimer) Reset(d time.Duration) bool {
	return k.set(unix.NsecToTimespec(max(int64(d), 1)))
}

// Stop takes that back, and reports whether it was set.
func (k *kernelTimer) Stop() bool { return k.set(unix.Timespec{}) }

func (k *kernelTimer) set(when unix.Timespec) bool {
	now, before := unix.ItimerSpec{Value: when}, unix.ItimerSpec{}
	_, _, _ = unix.RawSyscall6(unix.SYS_TIMERFD_SETTIME, uintptr(k.fd), 0, uintptr(unsafe.Pointer(&now)), uintptr(unsafe.Pointer(&before)), 0, 0)
	return before.Value != unix.Timespec{}
}
