package procfs

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"time"
)

// Report is what looking at all threads of a process told.
type Report struct {
	// Findings has a finding of each thread that sleeps in a call that matters.
	Findings []Finding
	// Best is the index of the finding that counts: a Proven one, else a
	// CannotTell, else -1.
	Best int
	// Also, with a Proven Best: the kinds of what else the process waits for,
	// masters of the same wait left out. AlsoMore: there may be others.
	Also     []string
	AlsoMore bool
}

// Close gives the findings' copies of the terminal back.
func (r *Report) Close() {
	for i := range r.Findings {
		r.Findings[i].Close()
	}
}

// Look tells whether a thread of the process waits for input from the
// terminal. Close the report.
func (p *Process) Look(term Identity) Report { return p.LookUntil(term, time.Time{}) }

// LookUntil is Look with an end, after which a process of many threads is too big;
// what is known of them by then serves the next look.
func (p *Process) LookUntil(term Identity, end time.Time) Report {
	r := Report{Best: -1}
	native, ok := Native()
	if !ok {
		r.add(cannotTell(p.PID, ReasonUnsupported, "no table of system call numbers for "+runtime.GOARCH))
		return r
	}
	used := p.timeOfMany()
	tids, whole, err := p.Threads()
	if err != nil && !gone(err) {
		r.add(cannotTell(p.PID, reasonOf(err), fmt.Sprintf("process %d: %v", p.PID, err)))
	}
	if !whole && err == nil {
		r.add(cannotTell(p.PID, ReasonTooBig, fmt.Sprintf("process %d has more than %d threads, or they begin and end all the time", p.PID, MaxThreads)))
	}
	if p.end = end; p.kept && len(tids) > maxKeptThreads {
		p.crowd.enter(term, used)
	} else {
		p.crowd = crowd{}
	}
	p.lookAtAll(&r, native, term, tids)
	p.crowd.leave(tids)
	p.prune(tids)
	p.settleDown(term, tids, r)
	return r
}

// lookAtAll adds the findings of threads until one is proof enough.
func (p *Process) lookAtAll(r *Report, native ABI, term Identity, tids []int) {
	for i, tid := range readerFirst(tids, p.reader) {
		if _, asleep := p.asleep(tid); asleep {
			continue
		}
		if i >= maxKeptThreads && p.late() {
			r.add(cannotTell(p.PID, ReasonTooBig, fmt.Sprintf("process %d has %d threads, not all of which have been looked at yet", p.PID, len(tids))))
			return
		}
		if done := p.lookAt(r, native, term, tid, tids); done {
			return
		}
	}
}

// late reports that a look has taken long enough.
func (p *Process) late() bool { return !p.end.IsZero() && time.Now().After(p.end) }

// readerFirst puts the thread that waited last in front.
func readerFirst(tids []int, reader int) []int {
	i := slices.Index(tids, reader)
	if i <= 0 {
		return tids
	}
	order := append([]int{reader}, tids[:i]...)
	return append(order, tids[i+1:]...)
}

// lookAt adds the finding of one thread; true: it is proof enough.
func (p *Process) lookAt(r *Report, native ABI, term Identity, tid int, all []int) bool {
	t, done, err := p.open(native, tid)
	if gone(err) || denied(err) && p.ended(tid) {
		return false
	}
	if err != nil {
		r.add(cannotTell(tid, reasonOf(err), fmt.Sprintf("process %d: %v", p.PID, err)))
		return false
	}
	defer done()
	f := t.look(term)
	p.remember(t)
	r.add(f)
	if f.Verdict != Proven {
		return false
	}
	p.reader = tid
	r.Also, r.AlsoMore = p.also(t, f, all)
	return true
}

// ended reports a thread that has exited but is still listed: what it waits for
// is nobody's any more, and so denied to plain users.
func (p *Process) ended(tid int) bool {
	b, err := readAt(p.dir, "task/"+strconv.Itoa(tid)+"/stat", p.buf[:])
	if err != nil {
		return gone(err)
	}
	s, err := ParseStat(b)
	return err == nil && (s.State == 'Z' || s.State == 'X')
}

// open opens a thread's files; those of a kept process stay open.
func (p *Process) open(native ABI, tid int) (*thread, func(), error) {
	if t := p.threads[tid]; t != nil {
		return t, func() {}, nil
	}
	t, err := p.thread(native, tid)
	if err != nil {
		return nil, nil, err
	}
	if !p.kept || len(p.threads) >= maxKeptThreads {
		return t, t.close, nil
	}
	if p.threads == nil {
		p.threads = map[int]*thread{}
	}
	p.threads[tid] = t
	return t, func() {}, nil
}

// maxKeptThreads bounds the threads of one process whose files stay open.
const maxKeptThreads = 64

// prune closes the files of threads that are gone, if there may be such.
func (p *Process) prune(tids []int) {
	if len(p.threads) <= len(tids) && len(p.threads) < maxKeptThreads {
		return
	}
	there := numbers(tids)
	for tid, t := range p.threads {
		if !there[tid] {
			t.close()
			delete(p.threads, tid)
		}
	}
}

func (r *Report) add(f Finding) {
	if f.Verdict == No && f.Call == "" {
		return
	}
	r.Findings = append(r.Findings, f)
	i := len(r.Findings) - 1
	if f.Verdict == Proven || f.Verdict == CannotTell && r.Best < 0 {
		r.Best = i
	}
}

// Stopped reports whether the process is stopped by a signal or a tracer. Of a
// process whose main thread has exited, the other threads say so.
func (p *Process) Stopped(s Stat) bool {
	if s.State != 'Z' {
		return s.State == 'T' || s.State == 't'
	}
	tids, _, _ := p.Threads()
	stopped := false
	for _, tid := range tids {
		b, err := readAt(p.dir, "task/"+strconv.Itoa(tid)+"/stat", p.buf[:])
		if err != nil {
			continue
		}
		if t, err := ParseStat(b); err == nil && t.State != 'Z' {
			if t.State != 'T' && t.State != 't' {
				return false
			}
			stopped = true
		}
	}
	return stopped
}
