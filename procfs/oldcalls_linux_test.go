package procfs

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// C libraries use select, poll and epoll_wait where the machine has them; x/sys
// uses the newer calls everywhere.

// numberOf finds a call's number on this machine; false: it has none.
func numberOf(name string, form Form) (uintptr, bool) {
	native, _ := Native()
	for nr, c := range calls[native] {
		if c == (call{name, form}) {
			return uintptr(nr), true
		}
	}
	return 0, false
}

func oldSelect(count int, set *unix.FdSet, tv *unix.Timeval) error {
	nr, ok := numberOf("select", SelectSet)
	if !ok {
		return drop(unix.Select(count, set, nil, nil, tv))
	}
	_, _, errno := unix.Syscall6(nr, uintptr(count), uintptr(unsafe.Pointer(set)), 0, 0, uintptr(unsafe.Pointer(tv)), 0)
	return orNil(errno)
}

func oldPoll(fds []unix.PollFd, millis int) error {
	nr, ok := numberOf("poll", PollSet)
	if !ok {
		return drop(unix.Poll(fds, millis))
	}
	_, _, errno := unix.Syscall(nr, uintptr(unsafe.Pointer(&fds[0])), uintptr(len(fds)), uintptr(millis))
	runtime.KeepAlive(fds)
	return orNil(errno)
}

func oldEpollWait(ep int, millis int) error {
	events := make([]unix.EpollEvent, 8)
	nr, ok := numberOf("epoll_wait", EpollSet)
	if !ok {
		return drop(unix.EpollWait(ep, events, millis))
	}
	_, _, errno := unix.Syscall6(nr, uintptr(ep), uintptr(unsafe.Pointer(&events[0])), 8, uintptr(millis), 0, 0)
	runtime.KeepAlive(events)
	return orNil(errno)
}

func orNil(errno unix.Errno) error {
	if errno != 0 {
		return errno
	}
	return nil
}
