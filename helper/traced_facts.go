package helper

import (
	"fmt"
	"slices"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/kdebug"
)

// job puts what was seen of a terminal into the judge's words. Readers outside
// the job are not sought: those that share the terminal's session are stopped
// when they read, and others do not show.
func (l *tracedLooker) job(t tty, seen kdebug.Facts) facts {
	var f facts
	for _, p := range seen.Processes {
		if !p.Foreground {
			continue
		}
		m := l.member(p)
		l.note(m, p)
		if m.Find.Verdict == proven && m.Rights > tellState {
			l.addSettings(t, &m)
		}
		l.behind(t, p, &m)
		f.Members = append(f.Members, m)
		if m.Rights > tellNothing && !p.Wanted {
			f.Problem = &problem{client.ReasonTooBig, detailOf(client.ReasonTooBig, fmt.Sprintf("the job has more than %d processes", maxWanted))}
		}
	}
	f.Foreground = len(f.Members) > 0
	return f
}

func (l *tracedLooker) member(p kdebug.Process) member {
	m := member{
		PID: p.PID, Program: p.Program, Leader: p.Leader, Rights: l.rights(p), Stopped: p.Stopped,
		Start: p.StartSec*1e6 + p.StartUsec,
	}
	if m.Rights == tellNothing || m.Stopped {
		return m
	}
	m.Find = l.find(p)
	return m
}

// find weighs a process's threads: a wait before a doubt, a proven one first.
func (l *tracedLooker) find(p kdebug.Process) finding {
	if th, ok := bestWait(p.Threads); ok {
		return waitFound(p, th)
	}
	if p.Trouble.Reason != "" {
		return finding{Verdict: cannotTell, Problem: l.problem(p.Trouble.Reason, p.Trouble.Detail)}
	}
	for _, th := range p.Threads {
		if th.Verdict == kdebug.CannotTell {
			return finding{Verdict: cannotTell, Problem: l.problem(th.Reason, th.Detail)}
		}
	}
	return finding{}
}

// bestWait finds the thread to report: one that is proven to wait, for nothing
// else if there is one.
func bestWait(threads []kdebug.Thread) (kdebug.Thread, bool) {
	order := func(th kdebug.Thread) int {
		switch {
		case th.Verdict == kdebug.Proven && len(th.Others) == 0:
			return 0
		case th.Verdict == kdebug.Proven:
			return 1
		case th.Verdict == kdebug.Inferred:
			return 2
		}
		return 3
	}
	if len(threads) == 0 {
		return kdebug.Thread{}, false
	}
	best := slices.MinFunc(threads, func(a, b kdebug.Thread) int { return order(a) - order(b) })
	return best, order(best) < 3
}

func waitFound(p kdebug.Process, th kdebug.Thread) finding {
	inferred := th.Verdict == kdebug.Inferred
	f := finding{
		Verdict: proven, TID: int(th.ID), Call: th.Call, Descriptor: th.Descriptor,
		Timed: th.Timed != nil && *th.Timed, Runs: th.Since,
		Untold:     untold{Timed: th.Timed == nil, Others: inferred, Wait: inferred},
		Privileged: p.UID != p.RUID,
	}
	masters := mastersIn(th)
	for _, other := range p.Threads {
		if other.Verdict == kdebug.CannotTell {
			f.Untold.Others = true
			continue
		}
		for _, s := range other.Others {
			if !slices.Contains(masters, s) {
				f.Also = append(f.Also, s.Kind)
			}
		}
	}
	slices.Sort(f.Also)
	f.Also = slices.Compact(f.Also)
	return f
}

// mastersIn lists the masters that a thread is proven to wait for besides the
// terminal: it may be a relay.
func mastersIn(th kdebug.Thread) []kdebug.Source {
	var masters []kdebug.Source
	for _, s := range th.Others {
		if _, ok := s.Slave(); ok && th.Verdict == kdebug.Proven {
			masters = append(masters, s)
		}
	}
	return masters
}

// addSettings asks the reader's terminal for its line settings.
func (l *tracedLooker) addSettings(t tty, m *member) {
	if v, err := l.line(t); err == nil {
		m.Find.Settings = &v.Settings
	}
}

// problem puts a reason into the client's words. The leaf's sentence names the
// remedy where there is one, but not that who has no rights gets no trace by
// watching. That a descriptor is being closed just now, which another look
// will not find, has no word of its own: like a stalled look it asks for
// another try.
func (l *tracedLooker) problem(r kdebug.Reason, detail string) problem {
	switch r {
	case kdebug.ReasonUnsettled:
		return problem{client.ReasonStalledTarget, detail}
	case kdebug.ReasonBeforeTrace, kdebug.ReasonNotPermitted:
		if !l.cache.root {
			return problem{client.ReasonHelperMissing, "macOS shows waits to root only: install the service (rt-helper install), or ask as root"}
		}
	case kdebug.ReasonMixedSet:
		detail += "; nobody but the program itself knows"
	case kdebug.ReasonTooBig, kdebug.ReasonUnsupported:
		detail = detailOf(client.Reason(r), detail)
	}
	return problem{client.Reason(r), detail}
}
