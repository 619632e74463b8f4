package selftest

import (
	"fmt"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TIOCGETA
	setTermios = unix.TIOCSETA
)

func systemModes() map[string]mode {
	return map[string]mode{
		"select":      selecting(0),
		"select-pipe": selecting(thirdDescriptor),
		"sleep":       sleeping,
		"poll":        polling(-1),
		"poll-timed":  polling(600_000),
		"kevent":      keventMode,
	}
}

func selecting(fd int) mode {
	return func() (call, error) {
		var set unix.FdSet
		set.Set(fd)
		return func() (int, error) { return unix.Select(fd+1, &set, nil, nil, nil) }, nil
	}
}

// sleeping is a select of nothing, with a time limit: what sleeps are made of.
func sleeping() (call, error) {
	return func() (int, error) { return unix.Select(0, nil, nil, nil, &unix.Timeval{Sec: 600}) }, nil
}

func polling(ms int) mode {
	return func() (call, error) {
		fds := []unix.PollFd{{Fd: 0, Events: unix.POLLIN}}
		return func() (int, error) { return unix.Poll(fds, ms) }, nil
	}
}

func keventMode() (call, error) {
	kq, err := unix.Kqueue()
	if err != nil {
		return nil, fmt.Errorf("kqueue: %w", err)
	}
	change := []unix.Kevent_t{{Ident: 0, Filter: unix.EVFILT_READ, Flags: unix.EV_ADD}}
	if _, err := unix.Kevent(kq, change, nil, nil); err != nil {
		return nil, fmt.Errorf("kevent of the terminal: %w", err)
	}
	return func() (int, error) { return unix.Kevent(kq, nil, make([]unix.Kevent_t, 8), nil) }, nil
}
