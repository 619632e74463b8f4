package helper

import (
	"errors"
	"fmt"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/procfs"
)

// looker carries out one question on Linux.
type looker struct {
	caller   Caller
	policy   Policy
	question *Question
	where    *client.Device    // the terminal that was asked about
	above    []procfs.Identity // the terminals whose relays led here
	relay    int               // the process of the last of them
	notes    *notes            // evidence is collected here unless nil
	table    procfs.Table      // of all processes, nil until it is needed
	cache    *procfs.Cache
	roster   *procfs.Roster // of the terminal
	end      time.Time      // of looking at many threads; zero: there is none
}

// Limits of one question.
const (
	maxDepth   = 4 // relays followed one behind the other
	maxRetries = 3 // because the foreground job changed during the look
	maxMembers = 4096
	lookTime   = 150 * time.Millisecond // for threads of processes that have many
)

// terminalError puts a leaf's error into the client's words.
func terminalError(err error) error {
	switch {
	case errors.Is(err, procfs.ErrNotATerminal):
		return fmt.Errorf("%w%s", client.ErrNotATerminal, after(err, procfs.ErrNotATerminal))
	case errors.Is(err, procfs.ErrGone):
		return client.ErrGone
	case procfs.Exhausted(err):
		return err
	}
	return fmt.Errorf("%w: %v", client.ErrNotATerminal, err)
}

// after is the rest of an error's text behind that of the sentinel it wraps.
func after(err, sentinel error) string {
	if s, p := err.Error(), sentinel.Error(); len(s) > len(p) && s[:len(p)] == p {
		return s[len(p):]
	}
	return ""
}

// ask looks once, and again where the reader only peeks at the terminal.
func (l *looker) ask(t *procfs.Terminal) (client.Answer, facts, error) {
	l.roster = l.cache.Acquire(t, len(l.above) == 0)
	defer func() { l.cache.Release(l.roster) }()
	if l.question.watched {
		l.roster.Watch(t)
	}
	if l.where == nil {
		l.where = &client.Device{Path: l.roster.Path(t), Device: t.ID.Rdev.String()}
	}
	if len(l.above) == 0 && l.notes == nil && l.roster.Quiet(t, l.question.asker(t)) {
		return client.Answer{State: client.Running}, facts{}, nil
	}
	a, f, err := l.settled(t)
	if err != nil || a.State != client.Waiting || !peeks(f) {
		return a, f, err
	}
	if l.question.repeats {
		l.question.unsure = true
		return a, f, nil
	}
	for _, pause := range peekPauses {
		time.Sleep(pause)
		if a, f, err = l.settled(t); err != nil || a.State != client.Waiting {
			return a, f, err
		}
	}
	return a, f, nil
}

// peekPauses are uneven, so that they do not fall in with the period of a
// program that looks for keys between pieces of work.
var peekPauses = []time.Duration{17 * time.Millisecond, 11 * time.Millisecond, 29 * time.Millisecond}

// settled looks until the job was the same before and after.
func (l *looker) settled(t *procfs.Terminal) (client.Answer, facts, error) {
	var a client.Answer
	var f facts
	for range maxRetries {
		var same bool
		var err error
		a, f, same, err = l.once(t)
		if err != nil || same {
			return a, f, err
		}
	}
	if a.State != client.Unknown { // a job that changes all the time is not one that waits
		a = client.Answer{State: client.Running}
	}
	return a, f, nil
}

func (l *looker) once(t *procfs.Terminal) (client.Answer, facts, bool, error) {
	l.table = nil
	l.roster.Unsettle()
	if err := l.allowed(t, t.Owner, procfs.Job{}); err != nil { // before anything else is touched
		return client.Answer{}, facts{}, false, err
	}
	job, err := l.roster.Job(t, l.processes, l.mayTouch)
	if err != nil {
		return l.noJob(t, err)
	}
	if err := l.allowed(t, t.Owner, job); err != nil {
		return client.Answer{}, facts{}, false, err
	}
	f := l.inspect(t, job)
	a := judge(f)
	if a.State == client.Running || a.State == client.NoForeground {
		l.outside(t, job, &f)
		a = judge(f)
	}
	if !l.roster.Still(t, job) {
		return a, f, false, nil
	}
	owner, err := t.Check()
	if err != nil {
		return a, f, false, terminalError(err)
	}
	if a.State == client.Running && len(l.above) == 0 {
		l.roster.Settle(t, job, l.question.asker(t))
	}
	if err := l.allowed(t, owner, job); err != nil { // last: of the leader that Quiet says has not run since
		l.roster.Unsettle()
		return a, f, false, err
	}
	return a, f, true, nil
}

// processes lists the machine's processes, once in a look.
func (l *looker) processes() (procfs.Table, error) {
	var err error
	if l.table == nil {
		l.table, err = l.cache.Scan()
	}
	return l.table, err
}

// noJob answers where the foreground job could not be found.
func (l *looker) noJob(t *procfs.Terminal, err error) (client.Answer, facts, bool, error) {
	if e := l.allowed(t, t.Owner, procfs.Job{}); e != nil {
		return client.Answer{}, facts{}, false, e
	}
	why := *failed(err)
	if errors.Is(err, procfs.ErrAmbiguous) {
		reason := client.ReasonAmbiguousTerminal
		if !l.caller.root() && !procfs.CanTrace() { // its session's processes may be ones that this one may not look at
			reason = client.ReasonHelperMissing
		}
		why = problem{reason, detailOf(reason, err.Error())}
	}
	return unknown(why), facts{}, true, nil
}

// allowed authorises the caller for the terminal. Behind a relay nobody is
// asked: the relay, which is counted, holds the master.
func (l *looker) allowed(t *procfs.Terminal, owner uint32, job procfs.Job) error {
	if len(l.above) > 0 || l.caller.root() {
		return nil
	}
	c := claim{Owner: owner, ByMaster: t.HasMaster(), Path: l.roster.Path(t)}
	if p := l.roster.Leader(); p != nil && p.PID == job.SID {
		_, st, err := p.Facts()
		c.LeaderUID, c.HasLeader = st.UIDs[0], err == nil
	} else if job.SID != 0 {
		c.LeaderUID, c.HasLeader = realUID(job.SID)
	}
	return authorise(l.caller, l.policy, c)
}

// mayTouch says whether a process's descriptors may be looked at to find the
// terminal's session or its master.
func (l *looker) mayTouch(s procfs.Stat) bool {
	if l.caller.root() {
		return true
	}
	uid, ok := realUID(s.PID)
	return ok && (uid == l.caller.UID || uid == 0)
}

func realUID(pid int) (uint32, bool) {
	s, ok := procfs.StatusOf(pid)
	return s.UIDs[0], ok
}
