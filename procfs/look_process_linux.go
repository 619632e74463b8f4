package procfs

import (
	"fmt"
	"runtime"
	"strconv"
)

// Native is the machine's own ABI; false: no table of its calls is known, and
// nothing can be said about any process.
func Native() (ABI, bool) {
	a := ABI(runtime.GOARCH)
	_, ok := calls[a]
	return a, ok
}

// Report is what looking at all threads of a process told.
type Report struct {
	// Findings has a finding of each thread that sleeps in a call that matters.
	Findings []Finding
	// Best is the index of the finding that counts: a Proven one, else a
	// CannotTell, else -1.
	Best int
	// Also, with a Proven Best: the kinds of what else the process waits for,
	// masters of the same wait left out.
	Also []string
}

// Close gives the findings' copies of the terminal back.
func (r *Report) Close() {
	for i := range r.Findings {
		r.Findings[i].Close()
	}
}

// Look tells whether a thread of the process waits for input from the
// terminal. Close the report.
func (p *Process) Look(term Identity) Report {
	r := Report{Best: -1}
	native, ok := Native()
	if !ok {
		r.add(cannotTell(p.PID, ReasonUnsupported, "no table of system call numbers for "+runtime.GOARCH))
		return r
	}
	tids, whole, err := p.Threads()
	if err != nil && !gone(err) {
		r.add(cannotTell(p.PID, reasonOf(err), fmt.Sprintf("process %d: %v", p.PID, err)))
	}
	if !whole && err == nil {
		r.add(cannotTell(p.PID, ReasonTooBig, fmt.Sprintf("process %d has more than %d threads", p.PID, MaxThreads)))
	}
	for _, tid := range tids {
		if done := p.lookAt(&r, native, term, tid, tids); done {
			break
		}
	}
	return r
}

// lookAt adds the finding of one thread; true: it is proof enough.
func (p *Process) lookAt(r *Report, native ABI, term Identity, tid int, all []int) bool {
	t, err := p.thread(native, tid)
	if gone(err) {
		return false
	}
	if err != nil {
		r.add(cannotTell(tid, reasonOf(err), fmt.Sprintf("process %d: %v", p.PID, err)))
		return false
	}
	defer t.close()
	f := t.look(term)
	r.add(f)
	if f.Verdict != Proven {
		return false
	}
	r.Also = p.also(t, f, all)
	return true
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

// also joins what the proven call waits for with what the process's other
// threads wait for, and takes the process's own wake-ups off.
func (p *Process) also(reader *thread, f Finding, all []int) []string {
	var sources []Source
	for _, s := range f.Sources {
		if s.Kind != KindPty {
			sources = append(sources, s)
		}
	}
	for _, tid := range all {
		if tid == f.TID {
			continue
		}
		t, err := p.thread(reader.native, tid)
		if err != nil {
			continue
		}
		sources = append(sources, t.also()...)
		t.close()
	}
	return Kinds(p.external(reader, sources))
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
