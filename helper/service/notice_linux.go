package service

import (
	"context"
	"time"
)

// over forgets a connection and tells the supervisor.
func (w *worker) over(id uint64) {
	w.mu.Lock()
	delete(w.conns, id)
	w.notice.Closed = append(w.notice.Closed, id)
	w.mu.Unlock()
	w.tell()
}

// tell sends what is to be told. What cannot be sent is told later: a connection
// that the supervisor does not know to be closed counts for ever.
func (w *worker) tell() {
	w.mu.Lock()
	n := w.takeNotice()
	w.mu.Unlock()
	if n.Counts == nil && len(n.Closed) == 0 || w.ctl.send(n, nil) == nil {
		return
	}
	w.mu.Lock()
	w.notice.Closed = append(w.notice.Closed, n.Closed...)
	w.mu.Unlock()
	if n.Counts != nil {
		w.count(func(c *Counts) { c.Add(*n.Counts) })
	}
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
			w.tell()
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
