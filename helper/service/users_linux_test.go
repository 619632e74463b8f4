package service

import (
	"net"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// asUser runs f with the effective user of a thread changed: the kernel notes it
// as the one who connects.
func asUser(uid int, f func() error) error {
	result := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with its user
		_, _, errno := syscall.RawSyscall(unix.SYS_SETRESUID, ^uintptr(0), uintptr(uid), ^uintptr(0))
		if errno != 0 {
			result <- errno
			return
		}
		result <- f()
	}()
	return <-result
}

func (s *served) dialAs(uid int) (c *net.UnixConn, err error) {
	err = asUser(uid, func() error {
		c, err = net.DialUnix("unix", nil, &net.UnixAddr{Name: s.path, Net: "unix"})
		return err
	})
	return c, err
}
