package helper

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// alarm lets a goroutine sleep until a time, a call of ring, or until another
// descriptor is readable. It sleeps in the runtime's poller: while a thread
// sleeps in a system call of its own the runtime's monitor keeps looking at it,
// which costs more than a look at a job. The runtime's timers would do but for
// their resolution of a millisecond.
type alarm struct {
	poll  *os.File // an epoll of the other three
	raw   syscall.RawConn
	timer int // timerfd
	bell  int // eventfd
}

// newAlarm also wakes for other, unless it is negative.
func newAlarm(other int) (a *alarm, err error) {
	a = &alarm{timer: -1, bell: -1}
	defer func() {
		if err != nil {
			a.close()
		}
	}()
	if a.timer, err = unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_CLOEXEC|unix.TFD_NONBLOCK); err != nil {
		return a, fmt.Errorf("timerfd_create: %w", err)
	}
	if a.bell, err = unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK); err != nil {
		return a, fmt.Errorf("eventfd: %w", err)
	}
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return a, fmt.Errorf("epoll_create1: %w", err)
	}
	_ = unix.SetNonblock(fd, true) // what makes the runtime poll it
	a.poll = os.NewFile(uintptr(fd), "alarm")
	for _, source := range []int{a.timer, a.bell, other} {
		if source >= 0 {
			err = errors.Join(err, unix.EpollCtl(fd, unix.EPOLL_CTL_ADD, source, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(source)}))
		}
	}
	if err != nil {
		return a, fmt.Errorf("epoll_ctl: %w", err)
	}
	a.raw, err = a.poll.SyscallConn()
	return a, err
}

// ring ends the sleep of now, or else the next.
func (a *alarm) ring() { _, _ = unix.Write(a.bell, []byte{1, 0, 0, 0, 0, 0, 0, 0}) }

// sleep returns after d, a negative one being without end, or when something
// else happened; true: the other descriptor is readable.
func (a *alarm) sleep(d time.Duration) (other bool) {
	var when unix.ItimerSpec
	if d >= 0 {
		when.Value = unix.NsecToTimespec(max(int64(d), 1))
	}
	// This also takes the last time's event back. Calls that cannot sleep are made
	// without telling the runtime, which would wake its monitor.
	_, _, _ = unix.RawSyscall6(unix.SYS_TIMERFD_SETTIME, uintptr(a.timer), 0, uintptr(unsafe.Pointer(&when)), 0, 0, 0)
	var rang bool
	_ = a.raw.Read(func(fd uintptr) (ready bool) {
		ready, rang, other = a.events(fd)
		return ready
	})
	if rang {
		var b [8]byte
		_, _ = unix.Read(a.bell, b[:])
	}
	return other
}

// events asks without waiting whether anything happened, whether somebody rang,
// and whether the other descriptor is readable.
func (a *alarm) events(poll uintptr) (any, rang, other bool) {
	var e [3]unix.EpollEvent
	n, _, errno := unix.RawSyscall6(unix.SYS_EPOLL_PWAIT, poll, uintptr(unsafe.Pointer(&e[0])), uintptr(len(e)), 0, 0, 0)
	if errno != 0 {
		return errno != unix.EINTR, false, false
	}
	for _, e := range e[:n] {
		rang = rang || e.Fd == int32(a.bell)
		other = other || e.Fd != int32(a.bell) && e.Fd != int32(a.timer)
	}
	return n > 0, rang, other
}

func (a *alarm) close() {
	if a.poll != nil {
		_ = a.poll.Close()
	}
	for _, fd := range []int{a.timer, a.bell} {
		if fd >= 0 {
			_ = unix.Close(fd)
		}
	}
}
