package helper

import (
	"fmt"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/procfs"
)

// inspect looks at the members of the terminal's foreground job, its leader
// first, until one is proven to wait for the terminal alone.
func (l *looker) inspect(t *procfs.Terminal, job procfs.Job) facts {
	f := facts{}
	if job.PGRP == 0 {
		return f
	}
	if s, ok := procfs.StatOf(job.PGRP); ok && s.PGRP == job.PGRP && l.add(&f, t, s) {
		return f
	}
	all, err := l.processes()
	if err != nil {
		f.Problem = &problem{client.ReasonNotPermitted, err.Error()}
		return f
	}
	list := all.Group(job.PGRP)
	if len(list) > maxMembers {
		f.Problem = &problem{client.ReasonTooBig, detailOf(client.ReasonTooBig, fmt.Sprintf("the job has %d processes", len(list)))}
		list = list[:maxMembers]
	}
	for _, s := range list {
		if s.PID != job.PGRP && l.add(&f, t, s) {
			break
		}
	}
	return f
}

// add looks at a member; true: no other has to be looked at.
func (l *looker) add(f *facts, t *procfs.Terminal, s procfs.Stat) bool {
	m, ok := l.member(t, s, false)
	if !ok {
		return false
	}
	f.Foreground = true
	f.Members = append(f.Members, m)
	a, waits := waitOf(m, client.ScopeJob)
	return waits && exclusive(a)
}

// member looks at one process; false: it has exited.
func (l *looker) member(t *procfs.Terminal, s procfs.Stat, outside bool) (member, bool) {
	m := member{PID: s.PID, Program: s.Comm, Leader: s.PID == s.Session, Start: s.Start}
	p, err := procfs.Hold(s.PID)
	if err != nil {
		if procfs.Gone(err) {
			return m, false
		}
		m.Rights = tellNothing
		return m, true
	}
	defer p.Close()
	now, err := p.Stat()
	if err != nil || now.Start != s.Start || !outside && now.PGRP != s.PGRP || p.Exited(now) {
		return m, false
	}
	m.Program = now.Comm
	id, err := identify(p)
	if err != nil {
		return m, false
	}
	m.Rights = rightsOver(l.caller, l.policy, id)
	if m.Stopped = p.Stopped(now); m.Stopped || m.Rights == tellNothing {
		l.note(m, nil)
		return m, true
	}
	r := p.Look(t.ID)
	defer r.Close()
	l.note(m, r.Findings)
	if r.Best >= 0 {
		m.Find = l.weigh(&r, m, id)
		l.behind(t, p, &r, &m, outside)
	}
	return m, true
}

func identify(p *procfs.Process) (identity, error) {
	st, err := p.Status()
	if err != nil {
		return identity{}, err
	}
	owner, err := p.Owner()
	uid := st.UIDs[0]
	return identity{RealUID: uid, SameUser: st.SameUser(uid), Owner: owner}, err
}

// weigh puts the finding that counts into the judge's words.
func (l *looker) weigh(r *procfs.Report, m member, id identity) finding {
	f := &r.Findings[r.Best]
	if f.Verdict != procfs.Proven {
		reason := l.reason(client.Reason(f.Reason), id)
		return finding{Verdict: cannotTell, Problem: problem{reason, detailOf(reason, f.Detail)}}
	}
	out := finding{
		Verdict: proven, TID: f.TID, Call: f.Call, Descriptor: f.FD, Timed: f.Timed, Limit: f.Limit,
		Also: r.Also, Runs: f.Runs,
		Privileged: !id.SameUser || id.Owner != id.RealUID,
	}
	l.promise(m, out, len(f.Masters) == 0)
	s, err := f.Settings()
	l.promise(m, out, false)
	if err == nil {
		out.Settings = &settings{Echo: s.Echo, Canonical: s.Canonical, Signals: s.Signals, Timed: s.Timed}
	}
	return out
}

// promise keeps the answer that is known before the line settings are asked
// for, or takes it back.
func (l *looker) promise(m member, f finding, known bool) {
	if l.question == nil || !known || len(l.above) > 0 {
		if l.question != nil {
			l.question.partial.Store(nil)
		}
		return
	}
	m.Find = f
	a := direct(m, client.ScopeJob)
	a.Terminal = l.where
	l.question.partial.Store(&a)
}

// reason finds the word for a refused look: whether the process is privileged,
// the kernel restricts tracing, or something else forbids it.
func (l *looker) reason(r client.Reason, id identity) client.Reason {
	if r != client.ReasonNotPermitted {
		return r
	}
	switch {
	case procfs.PtraceScope() >= 3:
		return client.ReasonPtraceScope
	case !l.caller.root() && !procfs.CanTrace() && (!id.SameUser || id.Owner != l.caller.UID):
		return client.ReasonHelperMissing
	case procfs.PtraceScope() > 0:
		return client.ReasonPtraceScope
	}
	return r
}
