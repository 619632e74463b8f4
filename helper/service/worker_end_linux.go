package service

import (
	"os"
	"time"
)

// stuck is the watchdog's last act: a look does not come back, so this process
// cannot be relied upon any more. The supervisor knows first, so that whoever is
// told so and asks again reaches another worker. A connection that was on its
// way here meanwhile is taken and cut: left in the queue it would stay open, as
// the queue does, for as long as a thread sleeps.
func (w *worker) stuck(why string, tell func()) {
	w.mu.Lock()
	n := w.takeNotice()
	w.dying = true
	w.mu.Unlock()
	n.Stuck, n.Why = true, why
	_ = w.ctl.sock.SetWriteDeadline(time.Now().Add(sendPatience))
	_ = w.ctl.send(n, nil)
	_ = w.ctl.sock.CloseWrite()
	w.letGo(sendPatience)
	tell()
	w.cut()
	w.letGo(lastPatience)
	os.Exit(3)
}

// lastPatience bounds the wait for a supervisor that is stopped.
const lastPatience = 10 * time.Second

// letGo waits until the supervisor sends no more and all it sent was received.
func (w *worker) letGo(most time.Duration) {
	select {
	case <-w.left:
	case <-time.After(most):
	}
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

// isDying reports that a look got stuck.
func (w *worker) isDying() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.dying
}
