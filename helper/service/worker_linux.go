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

	left chan struct{} // closed when the supervisor sends no more

	mu      sync.Mutex
	dying   bool // a look got stuck
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
	w := &worker{ctl: ctl, costly: s.costly, left: make(chan struct{}), conns: map[uint64]*connection{}}
	if _, err := ctl.receive(&w.setup); err != nil {
		return fmt.Errorf("set-up: %w", err)
	}
	if err := w.prepare(); err != nil {
		return err
	}
	ctx, end := context.WithCancelCause(context.Background())
	go w.report(ctx)
	w.takeOrders(ctx)
	if close(w.left); w.isDying() {
		select {} // the watchdog ends the process
	}
	end(errShutdown)
	w.settle()
	w.cut()
	return nil
}

// takeOrders returns when the supervisor is gone, or wants this worker to end.
func (w *worker) takeOrders(ctx context.Context) {
	for {
		var o order
		file, err := w.ctl.receive(&o)
		if err != nil {
			return
		}
		if file == nil { // no descriptor was free, and the kernel dropped the connection
			w.over(o.ID)
			continue
		}
		w.begin(ctx, o, file)
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
	if w.dying {
		c.vl.Shutdown()
	}
	w.mu.Unlock()
	w.dog.guard(nil, func() { _ = file.Close() })
	go func() {
		_ = c.service().Serve(ctx, c.vl)
		w.dog.guard(nil, func() { _ = c.vl.Close() })
		w.over(o.ID)
	}()
}
