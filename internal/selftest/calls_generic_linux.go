//go:build !(amd64 || 386 || arm)

package selftest

import (
	"time"

	"golang.org/x/sys/unix"
)

// Newer architectures lack select, poll and epoll_wait: the C library uses these
// in their place, and so do the probes.
const (
	selectName  = "pselect6"
	pollName    = "ppoll"
	epollName   = "epoll_pwait"
	restartName = "ppoll"

	selectNumber    = unix.SYS_PSELECT6
	oldSelectNumber = 0 // none
	epollNumber     = unix.SYS_EPOLL_PWAIT
)

// poll waits for so many milliseconds; -1 is for ever.
func poll(fds []unix.PollFd, ms int) (int, error) {
	if ms < 0 {
		return unix.Ppoll(fds, nil, nil)
	}
	limit := unix.NsecToTimespec(int64(ms) * int64(time.Millisecond))
	return unix.Ppoll(fds, &limit, nil)
}
