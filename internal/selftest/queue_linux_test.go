package selftest

import (
	"context"
	"testing"

	"golang.org/x/sys/unix"
)

// TestQueuesOfTheTable checks that the rows about typed text leave in the queue
// what they are about: bytes that poll reports, and bytes that it does not.
func TestQueuesOfTheTable(t *testing.T) {
	for _, c := range []struct {
		row    string
		step   int // after which to look
		queued int // as FIONREAD counts; -1: some
		ready  bool
	}{
		{"read", 0, 0, false},
		{"read-later", 0, len("a line\n"), true},
		{"read-later", 1, 0, false},
		{"read-five", 1, 0, false}, // the blocked read has taken them out
		{"poll-five", 1, 3, false},
		{"epoll-edge-left", 1, -1, true},
		{"epoll-oneshot", 1, 0, false},
	} {
		o := options(t)
		o.Only = []string{c.row}
		p, err := start(o.chosen()[0], o)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range o.chosen()[0].steps[:c.step+1] {
			if err := p.perform(context.Background(), s, o.Patience); err != nil {
				t.Errorf("%s: %v", c.row, err)
			}
		}
		eventually(t, c.row+": the queue is as expected", func() bool {
			n, ready := queue(t, p)
			return ready == c.ready && (n == c.queued || c.queued < 0 && n > 0)
		})
		p.end()
	}
}

// queue looks at the input queue through the slave: poll first, for it lets what
// was typed arrive.
func queue(t *testing.T, p *program) (n int, ready bool) {
	slave, err := p.term.Slave()
	if err != nil {
		t.Fatal(err)
	}
	defer slave.Close()
	fds := []unix.PollFd{{Fd: int32(slave.Fd()), Events: unix.POLLIN}}
	if _, err := unix.Poll(fds, 0); err != nil {
		t.Fatal(err)
	}
	n, err = unix.IoctlGetInt(int(slave.Fd()), unix.TIOCINQ)
	if err != nil {
		t.Fatal(err)
	}
	return n, fds[0].Revents&unix.POLLIN != 0
}
