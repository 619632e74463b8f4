package service

import (
	"context"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

// worker is the process that reads requests and looks. It serves one budget
// key and may be lost at any time.
type worker struct {
	setup  setup
	policy helper.Policy
	ctl    *control
	dog    *watchdog
	rate   *bucket
	owners *owners // root only
	cache  *helper.Cache
	hub    *helper.Hub
	costly func(read func())

	mu      sync.Mutex
	conns   map[uint64]*connection
	notice  notice
	watches int
}

// connection is a caller's connection.
type connection struct {
	w    *worker
	id   uint64
	uid  uint32
	sock *net.UnixConn
	vl   *varlink.Conn
}

// Worker is the main function of a worker process, whose control socket is
// descriptor 3. It returns the exit status.
func Worker() int {
	f := os.NewFile(3, "control socket")
	ctl, err := newControl(f)
	_ = f.Close()
	if err == nil {
		err = runWorker(ctl)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "rt-helper worker: %v\n", err)
		return 1
	}
	return 0
}

func runWorker(ctl *control) error {
	s := newSacrifice() // before: the file that it opens is root's then
	confine()
	w := &worker{ctl: ctl, costly: s.costly, conns: map[uint64]*connection{}}
	if _, err := ctl.receive(&w.setup); err != nil {
		return fmt.Errorf("set-up: %w", err)
	}
	if err := w.prepare(); err != nil {
		return err
	}
	ctx, end := context.WithCancelCause(context.Background())
	go w.report(ctx)
	for {
		var o order
		file, err := ctl.receive(&o)
		if err != nil { // the supervisor is gone, or wants this worker to end
			end(errShutdown)
			w.settle()
			w.cut()
			return nil
		}
		if file != nil {
			w.begin(ctx, o, file)
		}
	}
}

// prepare makes what the set-up wants.
func (w *worker) prepare() (err error) {
	if w.policy, err = helper.ParsePolicy(w.setup.Policy); err != nil {
		return err
	}
	w.rate = newBucket(w.setup.Rate, time.Now())
	w.dog = newWatchdog(w.stuck)
	if w.cache, err = helper.NewCache(); err != nil {
		return err
	}
	w.cache.Costly = w.costly
	if w.setup.Desk {
		l, err := newLine(os.NewFile(4, "line to the desk"))
		if err != nil {
			return err
		}
		w.cache.Peer = l.Peer
	}
	w.owners = newOwners(w.setup, newDesk(w.cache.Peer))
	w.hub, err = helper.NewHub(w.cache, w.dog.guard)
	return err
}

// confine closes the worker to the other workers of the same user. It is not
// needed for right answers.
func confine() {
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
}

// begin serves a connection in a goroutine of its own.
func (w *worker) begin(ctx context.Context, o order, file *os.File) {
	c := &connection{w: w, id: o.ID, uid: o.UID}
	conn, err := net.FileConn(file)
	if err == nil {
		c.sock = conn.(*net.UnixConn)
		c.vl, err = varlink.NewConn(c.sock)
	}
	if err != nil {
		w.dog.guard(nil, func() { _ = file.Close() })
		w.over(o.ID)
		return
	}
	w.mu.Lock()
	w.conns[o.ID] = c
	w.mu.Unlock()
	w.dog.guard(nil, func() { _ = file.Close() })
	go func() {
		_ = c.service().Serve(ctx, c.vl)
		w.dog.guard(nil, func() { _ = c.vl.Close() })
		w.over(o.ID)
	}()
}

// over forgets a connection and tells the supervisor.
func (w *worker) over(id uint64) {
	w.mu.Lock()
	delete(w.conns, id)
	w.notice.Closed = append(w.notice.Closed, id)
	n := w.takeNotice()
	w.mu.Unlock()
	_ = w.ctl.send(n, nil)
}

// takeNotice returns what is to be told. The caller holds the lock.
func (w *worker) takeNotice() notice {
	n := w.notice
	w.notice = notice{}
	return n
}

// report tells the counters now and then.
func (w *worker) report(ctx context.Context) {
	t := time.NewTicker(housekeeping)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if w.owners != nil {
				w.owners.pool.retire(time.Now(), false)
				if c, ok := w.owners.pool.take(); ok {
					w.count(func(n *Counts) { n.Add(c) })
				}
			}
			w.cache.Tidy()
			w.mu.Lock()
			n := w.takeNotice()
			w.mu.Unlock()
			if n.Counts != nil || len(n.Closed) > 0 {
				_ = w.ctl.send(n, nil)
			}
		}
	}
}

// count changes the counters.
func (w *worker) count(f func(*Counts)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.notice.Counts == nil {
		w.notice.Counts = &Counts{}
	}
	f(w.notice.Counts)
}

// stuck is the watchdog's last act: a look does not come back, so this process
// cannot be relied upon any more. Sockets are shut down because they stay open
// for as long as a thread sleeps.
func (w *worker) stuck() {
	w.mu.Lock()
	n := w.takeNotice()
	w.mu.Unlock()
	n.Stuck = true
	_ = w.ctl.sock.SetWriteDeadline(time.Now().Add(sendPatience))
	_ = w.ctl.send(n, nil)
	w.cut()
	w.ctl.shutdown()
	os.Exit(3)
}

// settle gives the connections time for a last reply: watches tell of the end.
func (w *worker) settle() {
	for end := time.Now().Add(sendPatience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		w.mu.Lock()
		left := len(w.conns)
		w.mu.Unlock()
		if left == 0 {
			return
		}
	}
}

// cut ends every connection without dropping what it may carry.
func (w *worker) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.conns {
		c.vl.Shutdown()
	}
}
