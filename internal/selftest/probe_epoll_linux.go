package selftest

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// entry is a line of an epoll list.
type entry struct {
	fd     int
	events uint32
}

func epollOf(entries ...entry) (ep int, err error) {
	ep, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return -1, fmt.Errorf("epoll_create1: %w", err)
	}
	for _, e := range entries {
		event := &unix.EpollEvent{Events: e.events, Fd: int32(e.fd)}
		if err := unix.EpollCtl(ep, unix.EPOLL_CTL_ADD, e.fd, event); err != nil {
			return -1, fmt.Errorf("epoll_ctl add %d: %w", e.fd, err)
		}
	}
	return ep, nil
}

// epolling waits for one event, by one of the two calls with the same arguments.
func epolling(number uintptr, ep int) call {
	events := make([]unix.EpollEvent, 8)
	return func() (int, error) {
		for {
			n, err := result(unix.Syscall6(number, uintptr(ep), uintptr(unsafe.Pointer(&events[0])), 8, forever, 0, 0))
			if err != unix.EINTR { // such as the runtime's own signals are for
				return n, err
			}
		}
	}
}

func epollMode() (call, error) {
	ep, err := epollOf(entry{0, unix.EPOLLIN})
	return epolling(epollNumber, ep), err
}

func epollPwait() (call, error) {
	ep, err := epollOf(entry{0, unix.EPOLLIN})
	return epolling(unix.SYS_EPOLL_PWAIT, ep), err
}

// epollPwait2 takes 64-bit times on every architecture.
func epollPwait2() (call, error) {
	ep, err := epollOf(entry{0, unix.EPOLLIN})
	if err != nil {
		return nil, err
	}
	events := make([]unix.EpollEvent, 8)
	wait := func(limit *[2]int64) (int, error) {
		return result(unix.Syscall6(unix.SYS_EPOLL_PWAIT2, uintptr(ep), uintptr(unsafe.Pointer(&events[0])), 8,
			uintptr(unsafe.Pointer(limit)), 0, 0))
	}
	if _, err := wait(&[2]int64{0, 0}); err == unix.ENOSYS {
		return nil, skipError{"this kernel has no epoll_pwait2"}
	}
	return func() (int, error) { return wait(&[2]int64{longSeconds, 0}) }, nil
}

func epollEdge() (call, error) {
	ep, err := epollOf(entry{0, unix.EPOLLIN | unix.EPOLLET})
	return epolling(epollNumber, ep), err
}

// epollEdgeLeft reads one byte for each edge and leaves the rest.
func epollEdgeLeft() (call, error) {
	ep, err := epollOf(entry{0, unix.EPOLLIN | unix.EPOLLET})
	if err != nil {
		return nil, err
	}
	return func() (int, error) {
		for {
			if n, err := epolling(epollNumber, ep)(); err != nil {
				return n, err
			}
			if n, err := unix.Read(0, make([]byte, 1)); n <= 0 || err != nil {
				return n, err
			}
			say("GOT 1")
		}
	}, setTerminal(raw(1))
}

// epollOneshot waits again after its entry has fired, which disarms it.
func epollOneshot() (call, error) {
	r, _, err := pipe()
	if err != nil {
		return nil, err
	}
	ep, err := epollOf(entry{0, unix.EPOLLIN | unix.EPOLLONESHOT}, entry{r, unix.EPOLLIN})
	wait := epolling(epollNumber, ep)
	return func() (int, error) {
		if n, err := wait(); err != nil {
			return n, err
		}
		if n, err := unix.Read(0, make([]byte, 4096)); n <= 0 || err != nil {
			return n, err
		}
		say("READY fired")
		return wait()
	}, err
}

// epollDuplicate lists the terminal under a descriptor that is closed again: the
// entry lives on, for the open file does.
func epollDuplicate() (call, error) {
	fd, err := unix.Dup(0)
	if err != nil {
		return nil, fmt.Errorf("dup: %w", err)
	}
	ep, err := epollOf(entry{fd, unix.EPOLLIN})
	if err != nil {
		return nil, err
	}
	return epolling(epollNumber, ep), unix.Close(fd)
}

// epollNested waits for an epoll descriptor whose list holds the terminal.
func epollNested() (call, error) {
	inner, err := epollOf(entry{0, unix.EPOLLIN})
	if err != nil {
		return nil, err
	}
	outer, err := epollOf(entry{inner, unix.EPOLLIN})
	return epolling(epollNumber, outer), err
}
