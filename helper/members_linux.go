package helper

import (
	"errors"
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
	seen := map[int]bool{}
	for _, p := range l.roster.First(job) {
		seen[p.PID] = true
		if l.add(&f, t, p) {
			return f
		}
	}
	list, err := l.roster.Group(job)
	if err != nil {
		f.Problem = failed(err)
		return f
	}
	if len(list) > maxMembers {
		f.Problem = &problem{client.ReasonTooBig, detailOf(client.ReasonTooBig, fmt.Sprintf("the job has %d processes", len(list)))}
		list = list[:maxMembers]
	}
	for _, p := range list {
		if !seen[p.PID] && l.add(&f, t, p) {
			return f
		}
	}
	if l.roster.Hidden(job) {
		f.Problem = &problem{client.ReasonNotPermitted, detailOf(client.ReasonNotPermitted, "the job's leader is hidden from this user (hidepid)")}
	}
	return f
}

// add looks at a member; true: no other has to be looked at.
func (l *looker) add(f *facts, t *procfs.Terminal, p *procfs.Process) bool {
	m, err := l.member(t, p, false)
	if errors.Is(err, errExited) || procfs.Gone(err) {
		l.roster.Gone(p)
		return false
	}
	if err != nil {
		f.Problem = failed(err)
		return false
	}
	f.Foreground = true
	f.Members = append(f.Members, m)
	a, waits := waitOf(m, client.ScopeJob)
	if waits && len(l.above) == 0 {
		l.roster.Waited(p.PID)
	}
	return waits && exclusive(a)
}

// failed says why there is no answer after an error.
func failed(err error) *problem {
	reason := client.ReasonNotPermitted
	if procfs.Exhausted(err) {
		reason = client.ReasonTooBig
	}
	return &problem{reason, detailOf(reason, err.Error())}
}

var errExited = errors.New("the process has exited")

// member looks at one process.
func (l *looker) member(t *procfs.Terminal, p *procfs.Process, outside bool) (member, error) {
	if m, ok := l.calm(t, p); ok {
		return m, nil
	}
	s, st, err := p.Facts()
	if err != nil {
		return member{}, err
	}
	if p.Exited(s) {
		return member{}, errExited
	}
	owner, err := p.Owner()
	if err != nil {
		return member{}, err
	}
	id := identityOf(st, owner)
	m := member{PID: p.PID, Program: s.Comm, Leader: p.PID == s.Session, Start: s.Start}
	m.Rights = rightsOver(l.caller, l.policy, id)
	if m.Stopped = p.Stopped(s); m.Stopped || m.Rights == tellNothing {
		l.note(m, nil)
		return m, nil
	}
	if l.notes != nil {
		p.Forget() // what is known of threads has no evidence
	}
	r := p.LookUntil(t.ID, l.end)
	defer r.Close()
	l.note(m, r.Findings)
	if r.Best >= 0 {
		m.Find = l.weigh(&r, m, id)
		l.behind(t, p, &r, &m, outside)
	}
	return m, nil
}

// calm is member for a process that did not run since it was last looked at,
// and did not wait then.
func (l *looker) calm(t *procfs.Terminal, p *procfs.Process) (member, bool) {
	s, st, owner, ok := p.Calm(t.ID)
	if !ok || l.notes != nil {
		return member{}, false
	}
	m := member{PID: p.PID, Program: s.Comm, Leader: p.PID == s.Session, Start: s.Start}
	m.Rights = rightsOver(l.caller, l.policy, identityOf(st, owner))
	return m, true
}

func identityOf(st procfs.Status, owner uint32) identity {
	return identity{RealUID: st.UIDs[0], SameUser: st.SameUser(st.UIDs[0]), Owner: owner}
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
	out.Untold.Others = r.AlsoMore
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
