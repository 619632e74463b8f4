package procfs

import "strconv"

// crowd is what is remembered of the threads of a process that has more than stay
// open: those that slept in something else than the terminal, and how much they
// had run by then. While that is the same they still do.
type crowd struct {
	term  Identity
	slept map[int]sleeper
	now   processorTime // of the process, when the threads of this look were listed
}

type sleeper struct {
	schedstat string
	idle      bool          // it waits for nothing that could be said to be waited for
	at        processorTime // of the process, when it was seen to sleep: as long as that is the same none has run
}

// Forget makes the next look one at all threads.
func (p *Process) Forget() { p.crowd, p.calm = crowd{}, calm{} }

// timeOfMany is the time that a process has used, if it has many threads. It is to
// be asked for before they are listed: who starts one after that has run.
func (p *Process) timeOfMany() processorTime {
	if p.crowd.slept == nil && p.facts.stat.Threads <= maxKeptThreads {
		return processorTime{}
	}
	return processorTimeOf(p.PID)
}

// enter begins a look at threads that were listed when the process had used so much
// time.
func (c *crowd) enter(term Identity, used processorTime) {
	if c.term != term || c.slept == nil {
		*c = crowd{term: term, slept: map[int]sleeper{}}
	}
	c.now = used
}

// leave ends a look at these threads, all that there are.
func (c *crowd) leave(tids []int) {
	if len(c.slept) <= len(tids) {
		return
	}
	there := numbers(tids)
	for tid := range c.slept {
		if !there[tid] {
			delete(c.slept, tid)
		}
	}
}

func numbers(list []int) map[int]bool {
	set := make(map[int]bool, len(list))
	for _, n := range list {
		set[n] = true
	}
	return set
}

// asleep returns what is remembered of a thread that has not run since.
func (p *Process) asleep(tid int) (sleeper, bool) {
	c := &p.crowd
	s, ok := c.slept[tid]
	if !ok || s.at.same(c.now) {
		return s, ok
	}
	b, err := p.schedstat(tid)
	if err != nil || string(b) != s.schedstat {
		delete(c.slept, tid)
		return sleeper{}, false
	}
	s.at = c.now
	c.slept[tid] = s
	return s, true
}

func (p *Process) schedstat(tid int) ([]byte, error) {
	return readAt(p.dir, "task/"+strconv.Itoa(tid)+"/schedstat", p.buf[:])
}

// remember keeps what a look found of a thread whose files are not kept open.
func (p *Process) remember(t *thread) {
	m := &t.memo
	if p.crowd.slept == nil || p.threads[t.tid] == t || !m.ok || m.finding.Verdict != No || len(m.lists) > 0 {
		return
	}
	// How much it had run when it was looked at, unless it has run since.
	b, err := p.schedstat(t.tid)
	if err != nil {
		return
	}
	if n, err := ParseSchedstat(b); err == nil && n == m.runs {
		p.crowd.slept[t.tid] = sleeper{string(b), m.finding.Call == "", p.crowd.now}
	}
}

// alsoOf tells what a thread waits for, beside another that waits for the
// terminal, and whether it sleeps.
func (p *Process) alsoOf(native ABI, tid int) ([]Source, bool) {
	if s, ok := p.asleep(tid); ok && s.idle {
		return nil, true
	}
	before := ""
	if p.crowd.slept != nil {
		b, _ := p.schedstat(tid)
		before = string(b)
	}
	t, done, err := p.open(native, tid)
	if err != nil {
		return nil, false
	}
	defer done()
	sources, asleep, idle := t.also()
	if idle && before != "" && p.threads[tid] != t {
		if b, err := p.schedstat(tid); err == nil && string(b) == before {
			p.crowd.slept[tid] = sleeper{before, true, p.crowd.now}
		}
	}
	return sources, asleep
}
