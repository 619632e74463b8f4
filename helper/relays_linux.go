package helper

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/procfs"
)

// behind follows a proven reader that holds a master in the same wait: it may
// be a relay, whose answer is that of the terminal behind it.
func (l *looker) behind(t *procfs.Terminal, p *procfs.Process, r *procfs.Report, m *member, outside bool) {
	f := &r.Findings[r.Best]
	if f.Verdict != procfs.Proven {
		return
	}
	if outside {
		n, known := p.MastersHeld()
		if n > 1 || n == 1 && m.Rights != tellAll {
			m.Multi = multiplexer(m, n)
			return
		}
		if !known {
			m.Multi = &problem{client.ReasonTooBig, detailOf(client.ReasonTooBig, fmt.Sprintf("process %d outside the job has too many descriptors", m.PID))}
			return
		}
	}
	switch len(f.Masters) {
	case 0:
		return
	case 1:
	default:
		m.Find.Pty = true
		return
	}
	inner, err := p.Inner(f, f.Masters[0])
	if err != nil {
		m.Find.Verdict = cannotTell
		m.Find.Problem = *failed(err)
		return
	}
	defer inner.Close()
	if !outside && !passesOn(f.Size(), inner.Size, m.Find.Settings) {
		m.Find.Pty = true
		return
	}
	a := l.inner(t, inner.Terminal, p.PID)
	m.Find.Inner = &a
}

// inner asks about the terminal behind a relay.
func (l *looker) inner(t, behind *procfs.Terminal, relay int) client.Answer {
	above := append(slices.Clone(l.above), t.ID)
	if len(above) > maxDepth || slices.Contains(above, behind.ID) {
		return unknown(problem{client.ReasonTooBig, fmt.Sprintf("more than %d relays, one behind the other", maxDepth)})
	}
	if q := l.question; q != nil {
		if q.inner == nil {
			q.inner = map[terminalID]bool{}
		}
		q.inner[behind.ID] = true
	}
	next := looker{caller: l.caller, policy: l.policy, question: l.question, where: l.where, above: above, notes: l.notes, cache: l.cache, end: l.end, relay: relay}
	a, f, err := next.ask(behind)
	if err != nil {
		return client.Answer{State: client.NoForeground}
	}
	if a.State == client.NoForeground && f.Held {
		a.State = client.Running // a program without a session of its own, as socat starts them
	}
	return a
}

func multiplexer(m *member, masters int) *problem {
	what := fmt.Sprintf("process %d outside the job reads the terminal and drives %d others", m.PID, masters)
	return &problem{client.ReasonMultiplexer, detailOf(client.ReasonMultiplexer, what)}
}

// outside adds the processes outside the job that have the terminal open.
func (l *looker) outside(t *procfs.Terminal, job procfs.Job, f *facts) {
	who := procfs.Asker{Key: uint64(l.caller.UID)<<32 | uint64(t.Owner), May: l.mayRead(t), Kin: l.caller.root(), Relay: l.relay}
	out, err := l.roster.Outside(t, job, who)
	if err != nil {
		f.Problem = failed(err)
		return
	}
	f.Held = len(out.Holders) > 0
	if !out.Complete {
		f.Problem = &problem{client.ReasonTooBig, detailOf(client.ReasonTooBig, "too many processes, or one with too many descriptors, could read the terminal from outside its job")}
	}
	for _, s := range out.Holders {
		m, err := l.outsider(t, job, s)
		switch {
		case err == nil && m.Find.Verdict != no:
			f.Outside = append(f.Outside, m)
		case err != nil && !errors.Is(err, errExited) && !procfs.Gone(err):
			f.Problem = failed(err)
		}
	}
	if out.Stranger != 0 && alive(out.Stranger) {
		f.Outside = append(f.Outside, member{PID: out.Stranger, Rights: tellNothing})
	}
}

// outsider looks at one process outside the job. One that has a controlling
// terminal by now is none any more, as good as one that has exited.
func (l *looker) outsider(t *procfs.Terminal, job procfs.Job, s procfs.Stat) (member, error) {
	p, err := l.cache.Hold(s.PID)
	if err != nil {
		return member{}, err
	}
	defer p.Close()
	now, err := p.Stat()
	if err != nil {
		return member{}, err
	}
	if now.Start != s.Start || now.TTY != 0 && job.SID != 0 {
		return member{}, errExited
	}
	return l.member(t, p, true)
}

// mayRead says among which processes readers outside the job are sought: the
// caller's own; for root those of the terminal's owner, and whatever descends
// from its session.
func (l *looker) mayRead(t *procfs.Terminal) procfs.MayTouch {
	return func(s procfs.Stat) bool {
		owner, ok := procfs.OwnerOf(s.PID)
		switch {
		case !ok:
			return true // it is gone, or nothing can be told of it: that is found out
		case owner == 0 && t.Owner == 0 && l.caller.root():
			return true
		case owner != 0:
			return l.caller.root() || owner == l.caller.UID
		}
		uid, ok := realUID(s.PID)
		return !ok || uid == l.caller.UID || l.caller.root() && (uid != 0 || t.Owner == 0)
	}
}

func alive(pid int) bool {
	s, ok := procfs.StatOf(pid)
	return ok && s.State != 'Z'
}
