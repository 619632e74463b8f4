package helper

import (
	"fmt"
	"slices"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// judge is the definition of the answer. Its order: a proven wait (one that is
// all its process waits for first), a doubt, the same of readers outside the
// job, nothing there, a stop, and only then running.
func judge(f facts) client.Answer {
	if a, ok := waitIn(f.Members, client.ScopeJob); ok {
		return a
	}
	if f.Problem != nil {
		return unknown(*f.Problem)
	}
	if p, ok := doubt(f.Members); ok {
		return unknown(p)
	}
	if a, ok := waitIn(f.Outside, client.ScopeOutside); ok {
		return a
	}
	if p, ok := doubt(f.Outside); ok {
		return unknown(p)
	}
	switch {
	case !f.Foreground:
		return client.Answer{State: client.NoForeground}
	case allStopped(f.Members):
		return client.Answer{State: client.Stopped}
	}
	return client.Answer{State: client.Running}
}

// waitIn finds the waiting member to report: an exclusive one if there is one.
func waitIn(list []member, scope client.Scope) (client.Answer, bool) {
	var best client.Answer
	found := false
	for _, m := range list {
		a, ok := waitOf(m, scope)
		if ok && (!found || exclusive(a) && !exclusive(best)) {
			best, found = a, true
		}
	}
	return best, found
}

func exclusive(a client.Answer) bool { return a.Exclusive == nil || *a.Exclusive }

// waitOf turns a member's proven wait into an answer. A relay waits if the job
// of the terminal behind it does; if there is none that could, it is the
// reader itself.
func waitOf(m member, scope client.Scope) (client.Answer, bool) {
	if m.Find.Verdict != proven || m.Stopped || m.Multi != nil {
		return client.Answer{}, false
	}
	if inner := m.Find.Inner; inner != nil {
		switch inner.State {
		case client.Waiting:
			return through(m, *inner, scope), true
		case client.Running, client.Unknown:
			return client.Answer{}, false
		}
	}
	return direct(m, scope), true
}

// through is the answer of the terminal behind a relay.
func through(m member, inner client.Answer, scope client.Scope) client.Answer {
	a := inner
	a.Terminal = nil
	if m.Rights == tellState {
		return client.Answer{State: client.Waiting}
	}
	a.Via = append([]string{m.Program}, inner.Via...)
	if scope == client.ScopeOutside {
		a.Scope = scope
	}
	return a
}

// direct is the answer about a reader, as much of it as the caller may know.
func direct(m member, scope client.Scope) client.Answer {
	a := client.Answer{State: client.Waiting}
	if m.Rights <= tellState {
		return a
	}
	f := m.Find
	also := f.Also
	if f.Pty {
		also = append(slices.Clone(also), "pty")
		slices.Sort(also)
	}
	a.Exclusive = exclusively(f, also)
	a.Scope = scope
	a.Reader = &client.Reader{PID: m.PID, TID: f.TID, Program: m.Program, Call: f.Call, Descriptor: ptr(f.Descriptor)}
	if !f.Untold.Wait {
		a.Wait = fmt.Sprintf("%x.%x.%x", m.Start, f.TID, f.Runs)
	}
	a.Timed = endsByItself(f)
	if m.Rights == tellAll {
		a.Also = slices.Compact(also)
		a.Reader.Leader = ptr(m.Leader)
	}
	if s := f.Settings; s != nil {
		a.Echo, a.Canonical = ptr(s.Echo), ptr(s.Canonical)
		a.Secret = secret(*s, f.Privileged)
	}
	return a
}

// exclusively says whether the terminal is all that the process waits for, nil
// if that is not known.
func exclusively(f finding, also []string) *bool {
	if f.Untold.Others && len(also) == 0 {
		return nil
	}
	return ptr(len(also) == 0)
}

// endsByItself says whether the call has a time limit, nil if that is not
// known. A read has one if its terminal has.
func endsByItself(f finding) *bool {
	if f.Timed || f.Settings != nil && f.Settings.Timed && reads[f.Call] {
		return ptr(true)
	}
	if f.Untold.Timed {
		return nil
	}
	return ptr(false)
}

// reads are the calls that end when the line settings say so.
var reads = map[string]bool{"read": true, "readv": true, "preadv2": true}

// shortestWait is the time limit below which a wait may be a mere look for keys
// between pieces of work.
const shortestWait = 25 * time.Millisecond

// peeks reports that every proven wait ends so soon that one look cannot tell
// a program that waits from one that works and looks for keys now and then.
func peeks(f facts) bool {
	found := false
	for _, m := range slices.Concat(f.Members, f.Outside) {
		if m.Find.Verdict != proven || m.Stopped {
			continue
		}
		if w := m.Find; w.Inner != nil || !w.Timed || w.Limit == 0 || w.Limit >= shortestWait {
			return false
		}
		found = true
	}
	return found
}

// secret says whether what is typed would not be shown. A line editor switches
// echo off, too, and shows the text itself; a privileged program does not.
func secret(s settings, privileged bool) client.Secret {
	switch {
	case s.Echo:
		return client.SecretNo
	case s.Canonical || privileged:
		return client.SecretYes
	}
	return client.SecretMaybe
}

// doubt finds the reason why running cannot be said.
func doubt(list []member) (problem, bool) {
	for _, m := range list {
		switch {
		case m.Stopped:
		case m.Rights == tellNothing:
			return problem{client.ReasonOtherUser, otherUser(m)}, true
		case m.Multi != nil:
			return *m.Multi, true
		case m.Find.Verdict == cannotTell:
			return m.told(m.Find.Problem), true
		case m.Find.Verdict == proven && m.Find.Inner != nil && m.Find.Inner.State == client.Unknown:
			return m.told(problem{m.Find.Inner.Reason, m.Find.Inner.Detail}), true
		}
	}
	return problem{}, false
}

// told is as much of a doubt about a member as the caller may know.
func (m member) told(p problem) problem {
	if m.Rights == tellState {
		p.Detail = detailOf(p.Reason, "it cannot be told of a process of another user")
	}
	return p
}

func allStopped(list []member) bool {
	for _, m := range list {
		if !m.Stopped {
			return false
		}
	}
	return len(list) > 0
}

func unknown(p problem) client.Answer {
	return client.Answer{State: client.Unknown, Reason: p.Reason, Detail: p.Detail}
}

func ptr[T any](v T) *T { return &v }
