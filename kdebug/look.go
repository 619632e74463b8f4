package kdebug

import "context"

// lookTries is how often a look is repeated for what moved under it.
const lookTries = 3

// Look tells what the threads of the wanted processes of a terminal do. It
// brings the trace up to date, looks, and brings it up to date again: a thread
// is Proven only if it was in one and the same call at both instants and asleep
// between them. Look never starts a trace; without one it tells what kqueues
// alone show. The error is that of the context, or of the process list.
func (t *Tracer) Look(ctx context.Context, q Query) (Facts, error) {
	if err := t.lock.lock(ctx); err != nil {
		return Facts{}, err
	}
	defer t.lock.unlock()
	for try := 1; ; try++ {
		facts, again, err := t.look(q)
		if err != nil || !again || try == lookTries {
			return facts, err
		}
		if err := ctx.Err(); err != nil {
			return Facts{}, err
		}
	}
}

func (t *Tracer) look(q Query) (facts Facts, again bool, err error) {
	v := t.current()
	s, err := takeSurvey(t.paced(), q, v)
	if err != nil {
		return Facts{}, false, err
	}
	s.confirm(t.current())
	same := s.sameMembers()
	s.checkQueued()
	s.facts.Settled = same && !s.changed
	return s.facts, !s.facts.Settled && !(same && s.facts.proven()), nil
}

// pacedKernel reads the trace between calls: each call of ours is two records,
// and a look at a hundred thousand descriptors would overflow the buffers.
type pacedKernel struct {
	Kernel
	calls, pace int
	read        func()
}

func (t *Tracer) paced() Kernel {
	if t.session == nil {
		return t.kernel
	}
	return &pacedKernel{Kernel: t.kernel, pace: t.session.pace, read: t.catchUp}
}

func (p *pacedKernel) ProcInfo(call, pid, flavor int32, arg uint64, buf []byte) (int, error) {
	if p.calls++; p.calls%p.pace == 0 {
		p.read()
	}
	return p.Kernel.ProcInfo(call, pid, flavor, arg, buf)
}

// current is the state of the trace now.
func (t *Tracer) current() view {
	t.catchUp()
	if t.session == nil {
		return view{trouble: t.whyNot()}
	}
	return view{threads: t.session.threads, gaps: t.session.threads.gaps}
}

// whyNot explains why there is no trace. Without a watch there is none, but if
// somebody else holds it a watch would not help.
func (t *Tracer) whyNot() Trouble {
	if t.trouble.Reason != "" {
		return t.trouble
	}
	if holder, err := ReadHolder(t.kernel); err == nil && holder.Blocks() {
		return troubleOf(&BusyError{Holder: holder})
	}
	return Trouble{}
}

func (f Facts) proven() bool {
	for _, p := range f.Processes {
		for _, th := range p.Threads {
			if th.Verdict == Proven {
				return true
			}
		}
	}
	return false
}

// confirm takes back what the trace, now newer, contradicts.
func (s *survey) confirm(now view) {
	s.facts.Tracing = now.trouble
	for i := range s.facts.Processes {
		p := &s.facts.Processes[i]
		for j := range p.Threads {
			if th := &p.Threads[j]; th.ID != 0 {
				s.confirmThread(th, now)
			}
		}
	}
}

func (s *survey) confirmThread(th *Thread, now view) {
	was, is := s.judged[th.ID], now.at(th.ID)
	switch {
	case is == was:
		return
	case is.position == positionUnknown && s.view.sameTrace(now):
		// Nothing was forgotten, so the trace saw its end.
		th.Verdict, th.Reason, th.Detail = No, "", "it ended during the look"
	case is.position == positionUnknown && th.Verdict != No:
		why := now.why(th.ID)
		th.Verdict, th.Reason, th.Detail = CannotTell, why.Reason, why.Detail
	case th.Verdict != No:
		th.Verdict, th.Reason, th.Detail = No, "", "it ran during the look"
	case is.position != positionUnknown && !is.mayWait():
		// It did not wait, and does not now.
		return
	}
	s.changed = true
}

// checkQueued takes a proof back if input is there that would wake the reader:
// it has been woken, or is about to be.
func (s *survey) checkQueued() {
	if s.query.Queued == nil || !s.facts.proven() {
		return
	}
	n, err := s.query.Queued()
	if err != nil || n == 0 {
		return
	}
	for i := range s.facts.Processes {
		for j := range s.facts.Processes[i].Threads {
			if th := &s.facts.Processes[i].Threads[j]; th.Verdict == Proven {
				th.Verdict, th.Detail = No, "input for it is queued"
			}
		}
	}
}
