package procfs

// calm is a process none of whose threads waits for the terminal, as of a time
// when all of them slept in something else.
type calm struct {
	ok     bool
	term   Identity
	tids   []int         // all its threads, or of many those whose finding rests on more than that none has run
	used   processorTime // if they are many
	stat   Stat
	status Status
	owner  uint32
}

// Calm proves that nothing has changed since a look that found no wait: none of
// its threads has run, so that none was started either. Then everything that it
// would have to run to change is as it was, and is returned; false: look anew.
func (p *Process) Calm(term Identity) (Stat, Status, uint32, bool) {
	c := &p.calm
	if !c.ok || c.term != term || !c.same(p.PID) {
		return Stat{}, Status{}, 0, false
	}
	for _, tid := range c.tids {
		t := p.threads[tid]
		if t == nil {
			return Stat{}, Status{}, 0, false
		}
		if f, ok := t.recall(term); !ok || f.Verdict != No {
			f.Close()
			return Stat{}, Status{}, 0, false
		}
	}
	return c.stat, c.status, c.owner, true
}

// same reports, of a process of many threads, that none has run.
func (c *calm) same(pid int) bool {
	return !c.used.known || c.used.same(processorTimeOf(pid))
}

// settleDown notes that a look found nothing, if that can be proven again.
func (p *Process) settleDown(term Identity, tids []int, r Report) {
	p.calm.ok, p.busy.ok = false, false
	p.setBusy(tids, r)
	if !p.kept || r.Best >= 0 {
		return
	}
	// It may have stopped since its facts were read, and does not run any more.
	if s, _, err := p.Facts(); err != nil || !p.facts.known || p.Stopped(s) {
		return
	}
	var listed []int
	for _, tid := range tids {
		t := p.threads[tid]
		if s, ok := p.crowd.slept[tid]; ok && t == nil && s.at.same(p.crowd.now) {
			continue
		}
		if t == nil || !t.memo.ok || t.memo.finding.Verdict != No {
			return
		}
		if len(t.memo.lists) > 0 {
			listed = append(listed, tid)
		}
	}
	owner, err := p.Owner()
	if err != nil {
		return
	}
	c := calm{true, term, tids, processorTime{}, p.facts.stat, p.facts.status, owner}
	if p.crowd.slept != nil {
		c.tids, c.used = listed, p.crowd.now
		if !c.used.known || !c.same(p.PID) {
			return
		}
	} else if !p.onlyThreads(tids) {
		return
	}
	p.calm = c
}

// onlyThreads reports that the process has these threads and no others.
func (p *Process) onlyThreads(tids []int) bool {
	now, whole, err := p.Threads()
	return err == nil && whole && sameNumbers(now, tids)
}

func sameNumbers(list, of []int) bool {
	if len(list) != len(of) {
		return false
	}
	set := numbers(of)
	for _, n := range list {
		if !set[n] {
			return false
		}
	}
	return true
}
