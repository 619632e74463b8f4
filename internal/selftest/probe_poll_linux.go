package selftest

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

func reading(fd int) unix.PollFd { return unix.PollFd{Fd: int32(fd), Events: unix.POLLIN} }

// polling waits without a time limit.
func polling(fds ...unix.PollFd) call {
	return func() (int, error) { return poll(fds, -1) }
}

func pollMode() (call, error) { return polling(reading(0)), nil }

func pollTimed() (call, error) {
	return func() (int, error) { return poll([]unix.PollFd{reading(0)}, longSeconds*1000) }, nil
}

// pollMany has the terminal as the 291st of 300 entries.
func pollMany() (call, error) {
	r, _, err := pipe()
	fds := make([]unix.PollFd, 300)
	for i := range fds {
		fds[i] = reading(r)
	}
	fds[290] = reading(0)
	return polling(fds...), err
}

func pollFive() (call, error) { return polling(reading(0)), setTerminal(raw(5)) }

func pollPriority() (call, error) {
	return polling(unix.PollFd{Fd: 0, Events: unix.POLLPRI}), nil
}

func pollMinus() (call, error) {
	r, _, err := pipe()
	return polling(reading(-1), reading(r)), err
}

// pollOwn waits for the terminal and for wake-ups that only the process itself
// can cause.
func pollOwn() (call, error) {
	event, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("eventfd: %w", err)
	}
	timer, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("timerfd_create: %w", err)
	}
	r, _, err := pipe()
	return polling(reading(event), reading(timer), reading(r), reading(0)), err
}

func pollOuterPipe() (call, error) { return polling(reading(0), reading(thirdDescriptor)), nil }

func pollSocket() (call, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, skipError{fmt.Sprintf("no internet sockets here: %v", err)}
	}
	return polling(reading(0), reading(fd)), nil
}

// pollEpoll polls an epoll descriptor whose list holds the terminal.
func pollEpoll() (call, error) {
	ep, err := epollOf(entry{0, unix.EPOLLIN})
	return polling(reading(ep)), err
}

func ppollMode() (call, error) {
	fds := []unix.PollFd{reading(0)}
	limit := &unix.Timespec{Sec: longSeconds}
	return func() (int, error) {
		return result(unix.Syscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&fds[0])), 1, uintptr(unsafe.Pointer(limit)), 0, 0, 0))
	}, nil
}
