package service

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// line is a worker's end of its line to the desk. It is safe for concurrent
// use; one question is under way at a time.
type line struct {
	mu    sync.Mutex
	file  *os.File
	fd    int
	seq   uint64
	quiet time.Time // the desk did not answer: it is left alone until then
	ended bool
}

const (
	linePatience = 50 * time.Millisecond // for an answer, which takes some microseconds
	lineQuiet    = time.Second           // after the desk did not answer
)

var (
	errDeskSilent = errors.New("the supervisor does not tell the peers of sockets")
	errDeskFailed = errors.New("the supervisor could not ask for the peer of a socket")
)

// newLine takes the file. It is read with a blocking call: an answer comes within
// microseconds, and the runtime's poller would hand it on later.
func newLine(f *os.File) (*line, error) {
	l := &line{file: f, fd: int(f.Fd())}
	unix.CloseOnExec(l.fd)
	if err := unix.SetNonblock(l.fd, false); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	limit := unix.NsecToTimeval(int64(linePatience))
	if err := unix.SetsockoptTimeval(l.fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &limit); err != nil {
		return nil, fmt.Errorf("%s: setsockopt: %w", f.Name(), err)
	}
	return l, nil
}

// Peer is a procfs.PeerFunc.
func (l *line) Peer(ino uint64) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if l.ended || now.Before(l.quiet) {
		return 0, errDeskSilent
	}
	l.seq++
	a, err := l.ask(exchange{l.seq, ino}, now.Add(linePatience))
	if err != nil {
		l.quiet = time.Now().Add(lineQuiet)
		return 0, err
	}
	if a.ino == deskUnknown {
		return 0, errDeskFailed
	}
	return a.ino, nil
}

// ask passes late answers to earlier questions over.
func (l *line) ask(q exchange, until time.Time) (exchange, error) {
	if _, err := unix.SendmsgN(l.fd, q.bytes(), nil, nil, unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL); err != nil {
		return exchange{}, fmt.Errorf("%w: sendmsg: %w", errDeskSilent, err)
	}
	buf := make([]byte, exchangeSize+1)
	for time.Now().Before(until) {
		n, err := unix.Read(l.fd, buf)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return exchange{}, fmt.Errorf("%w: read: %w", errDeskSilent, err)
		}
		a, ok := parseExchange(buf[:n])
		if !ok {
			l.ended = true
			return exchange{}, fmt.Errorf("%w: a message of %d bytes", errDeskSilent, n)
		}
		if a.seq == q.seq {
			return a, nil
		}
	}
	return exchange{}, fmt.Errorf("%w in time", errDeskSilent)
}
