package main

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// output is where answers go. It remembers that some did not get there.
type output struct {
	file *os.File

	mu  sync.Mutex
	err error
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.file.Write(b)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// failed is the first error.
func (o *output) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// outFile is the file behind the output, nil if that is none.
func (p program) outFile() *os.File {
	if o, ok := p.out.(*output); ok {
		return o.file
	}
	return nil
}

// errUnread ends what would go on until somebody ends it.
var errUnread = errors.New("the output leads nowhere")

// whileRead returns a context that is done, because of errUnread, when the other
// end of the output is closed, which is noticed at the next write otherwise, that
// may never come; or when unread is called.
func (p program) whileRead(ctx context.Context) (while context.Context, unread func()) {
	while, end := context.WithCancelCause(ctx)
	unread = func() { end(errUnread) }
	if f := p.outFile(); f != nil {
		go func() {
			if hangUp(f) {
				unread()
			}
		}()
	}
	return while, unread
}

// hangUp waits until the other end is closed; false: it cannot be known. It holds
// a thread until then or the program's end.
func hangUp(f *os.File) (closed bool) {
	conn, err := f.SyscallConn()
	if err != nil {
		return false
	}
	_ = conn.Control(func(fd uintptr) {
		for {
			p := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLHUP}}
			if _, err := unix.Poll(p, -1); err != nil && err != unix.EINTR || p[0].Revents&unix.POLLNVAL != 0 {
				return
			}
			if closed = p[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0; closed {
				return
			}
			time.Sleep(time.Second) // it ended for something else
		}
	})
	return closed
}
