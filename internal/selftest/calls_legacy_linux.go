//go:build amd64 || 386 || arm

package selftest

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// The names of the calls that older architectures have and newer ones lack.
const (
	selectName  = "select"
	pollName    = "poll"
	epollName   = "epoll_wait"
	restartName = "restart_syscall" // a poll with a time limit after a stop

	epollNumber = unix.SYS_EPOLL_WAIT
)

// poll waits for so many milliseconds; -1 is for ever.
func poll(fds []unix.PollFd, ms int) (int, error) {
	return result(unix.Syscall(unix.SYS_POLL, uintptr(unsafe.Pointer(&fds[0])), uintptr(len(fds)), uintptr(ms)))
}
