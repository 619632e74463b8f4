package procfs

import (
	"time"

	"golang.org/x/sys/unix"
)

func fdSet(fds []int) (set unix.FdSet, count int) {
	for _, fd := range fds {
		set.Set(fd)
		count = max(count, fd+1)
	}
	return set, count
}

func selectOn(fds []int, limit time.Duration) error {
	set, count := fdSet(fds)
	var tv *unix.Timeval
	if limit >= 0 {
		v := unix.NsecToTimeval(int64(limit))
		tv = &v
	}
	return readAfter(fds[0], oldSelect(count, &set, tv))
}

// selectBillion names far more descriptors than a set in memory has: the
// kernel takes no more than the size of the descriptor table.
func selectBillion(fds []int, _ time.Duration) error {
	set, _ := fdSet(fds)
	return readAfter(fds[0], oldSelect(1<<30, &set, nil))
}

func pselectOn(fds []int, limit time.Duration) error {
	set, count := fdSet(fds)
	return readAfter(fds[0], drop(unix.Pselect(count, &set, nil, nil, timespec(limit), &unix.Sigset_t{})))
}

func timespec(limit time.Duration) *unix.Timespec {
	if limit < 0 {
		return nil
	}
	ts := unix.NsecToTimespec(int64(limit))
	return &ts
}

func pollFDs(fds []int) []unix.PollFd {
	var p []unix.PollFd
	for _, fd := range fds {
		p = append(p, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
	}
	return p
}

func pollOn(fds []int, limit time.Duration) error {
	return readAfter(fds[0], oldPoll(pollFDs(fds), int(limit/time.Millisecond)))
}

func ppollOn(fds []int, limit time.Duration) error {
	return readAfter(fds[0], drop(unix.Ppoll(pollFDs(fds), timespec(limit), nil)))
}

// readAfter reads the terminal's input away after a wait for it.
func readAfter(fd int, err error) error {
	if err == nil {
		err = drop(unix.Read(fd, make([]byte, 64)))
	}
	return err
}

func epollOf(fds []int, events uint32) (int, error) {
	ep, err := unix.EpollCreate1(0)
	if err != nil {
		return -1, err
	}
	for _, fd := range fds {
		if err := unix.EpollCtl(ep, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: events, Fd: int32(fd)}); err != nil {
			return -1, err
		}
	}
	return ep, nil
}

// epollWith waits again and again without reading what there is.
func epollWith(events uint32) func([]int, time.Duration) error {
	return func(fds []int, limit time.Duration) error {
		ep, err := epollOf(fds, events)
		if err != nil {
			return err
		}
		for {
			if err := oldEpollWait(ep, int(limit/time.Millisecond)); err != nil && err != unix.EINTR {
				return err
			}
		}
	}
}

func epollPwait(fds []int, limit time.Duration) error {
	ep, err := epollOf(fds, unix.EPOLLIN)
	if err != nil {
		return err
	}
	return drop(unix.EpollWait(ep, make([]unix.EpollEvent, 8), int(limit/time.Millisecond)))
}

func epollNested(fds []int, _ time.Duration) error {
	inner, err := epollOf(fds, unix.EPOLLIN)
	if err != nil {
		return err
	}
	return epollWith(unix.EPOLLIN)([]int{inner}, -1*time.Millisecond)
}

func pollOnEpoll(fds []int, limit time.Duration) error {
	ep, err := epollOf(fds, unix.EPOLLIN)
	if err != nil {
		return err
	}
	return oldPoll(pollFDs([]int{ep}), int(limit/time.Millisecond))
}

// epollClosed watches the terminal through a descriptor that it closes, and
// whose number a pipe takes, which is watched, too, if it is given; if all is
// set it keeps no other of the terminal.
func epollClosed(all bool) func([]int, time.Duration) error {
	return func(fds []int, _ time.Duration) error {
		fd, err := unix.Dup(0)
		if err != nil {
			return err
		}
		ep, err := epollOf([]int{fd}, unix.EPOLLIN)
		if err != nil {
			return err
		}
		var p [2]int
		if err := unix.Pipe(p[:]); err != nil {
			return err
		}
		if err := unix.Dup3(p[0], fd, 0); err != nil {
			return err
		}
		if len(fds) > 1 {
			if err := unix.Dup3(fds[1], fd, 0); err != nil {
				return err
			}
			if err := unix.EpollCtl(ep, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN}); err != nil {
				return err
			}
		}
		for fd := 0; all && fd < 3; fd++ {
			unix.Close(fd)
		}
		return oldEpollWait(ep, -1)
	}
}
