package service

import (
	"fmt"
	"net"

	"golang.org/x/sys/unix"
)

// peer is who connected, as the kernel filled it in at connect, in this
// process's user namespace. PID is 0 for one in another process ID namespace,
// and names nobody for long.
func peer(c *net.UnixConn) (unix.Ucred, error) {
	var cred *unix.Ucred
	err := onSocket(c, func(fd int) (err error) {
		cred, err = unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
		return err
	})
	if err != nil {
		return unix.Ucred{}, fmt.Errorf("getsockopt SO_PEERCRED: %w", err)
	}
	return *cred, nil
}

func onSocket(c *net.UnixConn, f func(fd int) error) error {
	raw, err := c.SyscallConn()
	if err != nil {
		return err
	}
	var inner error
	if err := raw.Control(func(fd uintptr) { inner = f(int(fd)) }); err != nil {
		return err
	}
	return inner
}
