package main

import (
	"context"
	"net"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

// me is the user that measures.
func (b *bench) me() int { return os.Getuid() }

// other is another user, if this one may start processes as such, or else this
// one. He need not exist.
func (b *bench) other() int {
	if os.Getuid() != 0 {
		return os.Getuid()
	}
	return 65534
}

// clientAs is a client whose connections are another user's.
func clientAs(uid int, socket string) *client.Client {
	return client.New(client.Dialer(func(context.Context) (*net.UnixConn, error) {
		return dialAs(uid, socket)
	}))
}

// dialAs connects from a thread with another effective user, which the kernel
// notes as the one who connects.
func dialAs(uid int, socket string) (*net.UnixConn, error) {
	type result struct {
		conn *net.UnixConn
		err  error
	}
	done := make(chan result)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with its user
		if uid != os.Getuid() {
			_, _, errno := syscall.RawSyscall(unix.SYS_SETRESUID, ^uintptr(0), uintptr(uid), ^uintptr(0))
			if errno != 0 {
				done <- result{err: os.NewSyscallError("setresuid", errno)}
				return
			}
		}
		c, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: socket, Net: "unix"})
		done <- result{c, err}
	}()
	r := <-done
	return r.conn, r.err
}
