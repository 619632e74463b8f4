package service

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// inProcess serves the process that it is in, where there is no service, with
// that process's own rights.
type inProcess struct {
	s     *alone
	calls context.Context
	end   context.CancelCauseFunc
}

func newInProcess(s *alone) *inProcess {
	p := &inProcess{s: s}
	p.calls, p.end = context.WithCancelCause(context.Background())
	s.stop = p.end
	return p
}

// Dial is for client.Dialer.
func (p *inProcess) Dial(context.Context) (*net.UnixConn, error) {
	if err := context.Cause(p.calls); err != nil {
		return nil, err
	}
	mine, theirs, err := connected()
	if err != nil {
		return nil, err
	}
	uid := uint32(os.Getuid())
	p.s.callers.Go(func() { p.s.attend(p.calls, uid, p.s.user(uid), theirs) })
	return mine, nil
}

// Close ends all calls, and the trace.
func (p *inProcess) Close() {
	p.end(errShutdown)
	doneWithin(endPatience, p.s.callers.Wait)
	p.s.endTrace()
}

// connected returns the ends of a stream socket.
func connected() (a, b *net.UnixConn, err error) {
	syscall.ForkLock.RLock()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(fds[0])
		unix.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, fmt.Errorf("socketpair: %w", err)
	}
	a, err1 := socketOf(fds[0])
	b, err2 := socketOf(fds[1])
	return a, b, errors.Join(err1, err2)
}

// socketOf makes a connection of a descriptor, which it takes.
func socketOf(fd int) (*net.UnixConn, error) {
	f := os.NewFile(uintptr(fd), "connection")
	defer f.Close()
	c, err := net.FileConn(f)
	if err != nil {
		return nil, fmt.Errorf("connection: %w", err)
	}
	return c.(*net.UnixConn), nil
}
