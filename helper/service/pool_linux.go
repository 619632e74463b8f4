package service

import (
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"
)

// pool keeps the workers of all budget keys.
type pool struct {
	setup setup
	desk  *desk // nil: workers ask the kernel themselves
	log   *slog.Logger

	mu      sync.Mutex
	quota   *quota
	workers map[uint32]*process
	next    uint64
	counts  Counts
	stop    bool
	ended   sync.WaitGroup
}

func newPool(l Limits, s setup, d *desk, log *slog.Logger) *pool {
	return &pool{setup: s, desk: d, log: log, quota: newQuota(l), workers: map[uint32]*process{}}
}

// busyError says why a connection is refused.
type busyError string

func (e busyError) Error() string { return string(e) }

// handOver gives a connection to the worker of a budget key. With an error the
// connection is still the caller's.
func (p *pool) handOver(key, uid uint32, conn *net.UnixConn) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if reason := p.quota.admit(key); reason != "" {
		p.counts.Refusals++
		return busyError(reason)
	}
	for range 2 { // the worker may have been lost without our knowing
		w, err := p.worker(key)
		if err != nil {
			p.quota.closed(key, 1)
			p.counts.Refusals++
			return err
		}
		p.next++
		_ = w.ctl.sock.SetWriteDeadline(time.Now().Add(sendPatience))
		if err = w.ctl.send(order{ID: p.next, UID: uid}, conn); err == nil {
			w.conns[p.next] = true
			return nil
		}
		p.lose(w)
	}
	p.quota.closed(key, 1)
	p.counts.Refusals++
	return busyError("the worker for your questions does not take more")
}

// worker returns the key's worker, started if there is none.
func (p *pool) worker(key uint32) (*process, error) {
	if w := p.workers[key]; w != nil && !w.lost {
		return w, nil
	}
	if p.stop {
		return nil, busyError("the service is ending")
	}
	if reason := p.quota.start(key, time.Now()); reason != "" {
		return nil, busyError(reason)
	}
	w, err := startProcess(key, p.setup, p.desk)
	if w == nil {
		p.quota.ended(key, false, false, time.Now())
		p.log.Error("no worker", "key", key, "err", err)
		return nil, busyError("no worker process could be started")
	}
	p.workers[key] = w
	p.ended.Add(2)
	go p.listen(w)
	go p.reap(w)
	return w, nil
}

// lose gives a worker up: it gets no more connections, and counts as stuck
// until it has ended. The caller holds the lock.
func (p *pool) lose(w *process) {
	if w.lost {
		return
	}
	w.lost = true
	w.ctl.shutdown()
	if p.workers[w.key] == w {
		delete(p.workers, w.key)
	}
	p.quota.closed(w.key, len(w.conns))
	p.quota.stick(w.key)
	clear(w.conns)
}

// listen takes a worker's notices until its socket ends.
func (p *pool) listen(w *process) {
	defer p.ended.Done()
	for {
		var n notice
		file, err := w.ctl.receive(&n)
		if file != nil {
			_ = file.Close() // a worker sends none
		}
		if err != nil {
			break
		}
		p.note(w, n)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lose(w)
	_ = w.ctl.sock.Close()
}

func (p *pool) note(w *process, n notice) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range n.Closed {
		if w.conns[id] {
			delete(w.conns, id)
			p.quota.closed(w.key, 1)
		}
	}
	w.since = time.Now()
	if n.Counts != nil {
		p.counts.Add(*n.Counts)
	}
	if n.Stuck {
		p.counts.Stuck++
		p.log.Warn("a look got stuck", "why", n.Why, "key", w.key, "worker", w.cmd.Process.Pid)
		p.lose(w)
	}
}

// reap waits for a worker's end, which may never come.
func (p *pool) reap(w *process) {
	defer p.ended.Done()
	killed := w.wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lose(w)
	p.quota.ended(w.key, true, killed, time.Now())
	if killed {
		p.log.Warn("a worker was killed", "key", w.key, "worker", w.cmd.Process.Pid)
	}
}

// retire ends the workers that had no connection for a while; all, at the end
// of the service.
func (p *pool) retire(now time.Time, all bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stop = p.stop || all
	for _, w := range p.workers {
		if all || len(w.conns) == 0 && now.Sub(w.since) > idleExit {
			p.lose(w)
		}
	}
}

// endAll ends every worker.
func (p *pool) endAll() { p.retire(time.Time{}, true) }

// total returns what was counted so far.
func (p *pool) total() Counts {
	p.mu.Lock()
	defer p.mu.Unlock()
	var c Counts
	c.Add(p.counts)
	return c
}

// take returns what was counted since the last time.
func (p *pool) take() (Counts, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.counts
	p.counts = Counts{}
	return c, c.Refusals > 0 || c.Stuck > 0 || len(c.Queries) > 0 || len(c.Denials) > 0 || c.Watches != 0
}

func isBusy(err error) bool {
	var b busyError
	return errors.As(err, &b)
}
