package helper

import (
	"context"
	"errors"
	"slices"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/kdebug"
)

// tracedLooker carries out one question on macOS.
type tracedLooker struct {
	cache  *tracedCache
	caller Caller
	policy Policy
	ctx    context.Context
	above  []nodeID // the terminals whose relays led here
	notes  *notes   // evidence is collected here unless nil
	seen   *line    // of the terminal, as last read
}

// maxRelays are followed one behind the other.
const maxRelays = 4

// ask looks once: the trace itself looks again at what moved. Nothing of a
// process that is not counted is looked at before it is known whose session
// the terminal has.
func (l *tracedLooker) ask(t tty) (client.Answer, error) {
	if err := l.allowed(t, kdebug.Facts{}); err != nil {
		return client.Answer{}, err
	}
	seen, err := l.cache.tracer.Look(l.ctx, kdebug.Query{
		Terminal: t.ID.Rdev,
		Wanted:   l.wanted(),
		Queued: func() (int, error) {
			l.seen = nil
			v, err := l.line(t)
			return v.Queued, err
		},
	})
	if e := l.allowed(t, seen); e != nil {
		return client.Answer{}, e
	}
	if err != nil {
		return unknown(l.failed(err)), nil
	}
	a := judge(l.job(t, seen))
	if !seen.Settled && (a.State == client.Stopped || a.State == client.NoForeground) {
		a = client.Answer{State: client.Running} // it changes all the time
	}
	return a, nil
}

// maxWanted bounds the processes that one question looks at: while it does,
// nobody else's is answered.
const maxWanted = 512

// wanted chooses the members of the job that count, up to so many.
func (l *tracedLooker) wanted() func(kdebug.Process) bool {
	chosen := map[int]bool{}
	return func(p kdebug.Process) bool {
		if !p.Foreground || l.rights(p) == tellNothing || !chosen[p.PID] && len(chosen) == maxWanted {
			return false
		}
		chosen[p.PID] = true
		return true
	}
}

// line reads the terminal's line, once for the input and the settings.
func (l *tracedLooker) line(t tty) (line, error) {
	if l.seen != nil {
		return *l.seen, nil
	}
	v, err := l.cache.line(t)
	if err == nil {
		l.seen = &v
	}
	return v, err
}

// allowed authorises the caller for the terminal, which must still exist.
// Behind a relay nobody is asked: the relay, which is counted, holds the master.
func (l *tracedLooker) allowed(t tty, seen kdebug.Facts) error {
	now, err := t.again(l.cache.nodes)
	if err != nil || len(l.above) > 0 {
		return err
	}
	c := claim{Owner: now.Owner, ByMaster: now.ByMaster, Path: now.Path}
	if i := slices.IndexFunc(seen.Processes, func(p kdebug.Process) bool { return p.Leader }); i >= 0 {
		c.HasLeader, c.LeaderUID = true, seen.Processes[i].RUID
	}
	return authorise(l.caller, l.policy, c)
}

// failed explains a look that told nothing.
func (l *tracedLooker) failed(err error) problem {
	if errors.Is(err, context.DeadlineExceeded) {
		return problem{client.ReasonStalledTarget, "another look has the trace and did not come back in time; ask again"}
	}
	return problem{client.ReasonUnsupported, detailOf(client.ReasonUnsupported, "the terminal's processes cannot be listed: "+err.Error())}
}

func (l *tracedLooker) rights(p kdebug.Process) rights {
	return rightsOver(l.caller, l.policy, identityOnMac(p))
}

// identityOnMac is who a process runs as, from its real and effective user: its
// groups, and whether it once had more rights, do not show.
func identityOnMac(p kdebug.Process) identity {
	return identity{RealUID: p.RUID, SameUser: p.UID == p.RUID, Owner: p.UID}
}
