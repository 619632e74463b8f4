package service

import (
	"slices"
	"testing"
	"time"
)

// workerFor is a worker without a process, and its supervisor's end.
func workerFor(t *testing.T) (*worker, *control) {
	t.Helper()
	mine, theirs, err := controlPair()
	if err != nil {
		t.Fatal(err)
	}
	ctl, err := newControl(theirs)
	if err != nil {
		t.Fatal(err)
	}
	_ = theirs.Close()
	t.Cleanup(func() { _, _ = mine.sock.Close(), ctl.sock.Close() })
	return &worker{ctl: ctl, conns: map[uint64]*connection{}}, mine
}

// mustNote reads a notice about one connection.
func mustNote(t *testing.T, c *control, id uint64) notice {
	t.Helper()
	var n notice
	_ = c.sock.SetReadDeadline(time.Now().Add(patience))
	if _, err := c.receive(&n); err != nil || !slices.Equal(n.Closed, []uint64{id}) {
		t.Fatalf("closed %d, %v; not %d alone", n.Closed, err, id)
	}
	return n
}

// TestOrderWithoutConnection: a connection for which the worker had no free
// descriptor is gone, and does not count any more.
func TestOrderWithoutConnection(t *testing.T) {
	w, supervisor := workerFor(t)
	ended := make(chan struct{})
	go func() { defer close(ended); w.takeOrders(t.Context()) }()
	if err := supervisor.send(order{ID: 7, UID: 1}, nil); err != nil {
		t.Fatal(err)
	}
	mustNote(t, supervisor, 7)
	supervisor.shutdown()
	within(t, "a worker whose supervisor is gone", func() { <-ended })
}

// TestNoticeKept: what could not be sent is told the next time.
func TestNoticeKept(t *testing.T) {
	w, supervisor := workerFor(t)
	w.count(func(c *Counts) { c.Refusals = 2 })
	_ = w.ctl.sock.SetWriteDeadline(time.Now())
	w.over(7)
	_ = w.ctl.sock.SetWriteDeadline(time.Time{})
	w.count(func(c *Counts) { c.Refusals++ })
	w.tell()
	if n := mustNote(t, supervisor, 7); n.Counts == nil || n.Counts.Refusals != 3 {
		t.Errorf("counts: %+v", n.Counts)
	}
}
