//go:build unix

package varlink

import (
	"fmt"
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// CloseDescriptor closes a received descriptor. It may never return, and then
// its thread cannot be killed: see the package comment. Use it only where that
// is acceptable, such as in a process of its own.
func CloseDescriptor(fd int) { _ = unix.Close(fd) }

// peek waits for bytes and copies them without taking them. It passes no control
// buffer, so no descriptor is installed. Zero bytes are io.EOF.
func peek(raw syscall.RawConn, b []byte) (n int, err error) {
	wait := raw.Read(func(fd uintptr) bool {
		n, _, err = unix.Recvfrom(int(fd), b, unix.MSG_PEEK)
		for err == unix.EINTR {
			n, _, err = unix.Recvfrom(int(fd), b, unix.MSG_PEEK)
		}
		return err != unix.EAGAIN
	})
	switch {
	case wait != nil:
		return 0, fmt.Errorf("varlink: wait for a message: %w", wait)
	case err != nil:
		return 0, fmt.Errorf("varlink: recv: %w", err)
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

// hungUp reports whether the peer closed its end, and not merely its sending
// half. POLLOUT is asked for because macOS derives POLLHUP from the direction
// asked for, and for the other one sets it as soon as the peer stops sending.
func hungUp(fd uintptr) bool {
	p := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
	for {
		if _, err := unix.Poll(p, 0); err != unix.EINTR {
			return p[0].Revents&unix.POLLHUP != 0
		}
	}
}

// descriptors returns those in the control data of one recvmsg(2).
func descriptors(oob []byte) (fds []int, err error) {
	messages, err := unix.ParseSocketControlMessage(oob)
	if err != nil {
		return nil, err
	}
	for i := range messages {
		h := messages[i].Header
		if h.Level != unix.SOL_SOCKET || h.Type != unix.SCM_RIGHTS {
			continue
		}
		more, err := unix.ParseUnixRights(&messages[i])
		if err != nil {
			return fds, err
		}
		fds = append(fds, more...)
	}
	return fds, nil
}

func truncated(flags int) bool { return flags&unix.MSG_CTRUNC != 0 }

// withRights calls send with control data that passes on the descriptor of f.
// It does not use f.Fd, which would make the open file block for all who share it.
func withRights(f *os.File, send func(oob []byte) error) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var sent error
	err = raw.Control(func(fd uintptr) { sent = send(unix.UnixRights(int(fd))) })
	if err != nil {
		return err
	}
	return sent
}
