package service

import (
	"net"
	"os"
	"sync"
	"time"

	"github.com/rt-helper/rt-helper/procfs"
)

// desk tells workers the peers of Unix sockets, where only the supervisor has a
// socket to ask the kernel with: one for all, since replies go to whoever reads
// first. The kernel is asked one question at a time. Each worker has a line of
// its own to the desk; one that does not read, or asks on and on, holds up only
// itself.
type desk struct {
	peer procfs.PeerFunc
	mu   sync.Mutex
}

// newDesk is nil where workers can ask for themselves.
func newDesk(peer procfs.PeerFunc) *desk {
	if peer == nil {
		return nil
	}
	return &desk{peer: peer}
}

// A worker may use one part in deskShare of the time, where a question takes as
// long as the kernel needs and deskCost on top.
const (
	deskShare = 4
	deskCost  = 100 * time.Microsecond
)

// open opens a line, which is served until its other end, the file, is closed by
// all who have it.
func (d *desk) open() (*os.File, error) {
	c, theirs, err := controlPair()
	if err != nil {
		return nil, err
	}
	go d.serve(c.sock)
	return theirs, nil
}

// serve answers a worker until its line ends.
func (d *desk) serve(line *net.UnixConn) {
	defer line.Close()
	limit := newBucket(int(time.Second/deskShare), time.Now()) // in nanoseconds
	buf := make([]byte, exchangeSize+1)
	for {
		n, err := line.Read(buf)
		q, ok := parseExchange(buf[:n])
		if err != nil || !ok {
			return
		}
		answer, took := d.answer(q)
		if _, err := line.Write(answer.bytes()); err != nil {
			return
		}
		time.Sleep(limit.spend(float64(took+deskCost), time.Now()))
	}
}

// answer asks the kernel, and says how long that took.
func (d *desk) answer(q exchange) (exchange, time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	begun := time.Now()
	ino, err := d.peer(q.ino)
	if err != nil {
		ino = deskUnknown
	}
	return exchange{q.seq, ino}, time.Since(begun)
}
