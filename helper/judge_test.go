package helper

import (
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// Members of a job, as the tests below mix them.
func busy(pid int) member { return member{PID: pid, Program: "make", Rights: tellAll} }

func stopped(pid int) member {
	return member{PID: pid, Program: "vi", Rights: tellAll, Stopped: true}
}

func foreign(pid int) member { return member{PID: pid, Program: "su", Rights: tellNothing} }

// aReader waits for the terminal, and for the other things that are named.
func aReader(pid int, also ...string) member {
	return member{PID: pid, Program: "cat", Start: 0x500, Rights: tellAll,
		Find: finding{Verdict: proven, TID: pid, Call: "read", Runs: 7, Also: also}}
}

// doubtful cannot be told.
func doubtful(pid int, r client.Reason) member {
	return member{PID: pid, Program: "fio", Rights: tellAll,
		Find: finding{Verdict: cannotTell, Problem: problem{r, "it cannot be told"}}}
}

func multi(m member) member {
	m.Multi = &problem{client.ReasonMultiplexer, "windows"}
	return m
}

func altered(m member, change func(*member)) member {
	change(&m)
	return m
}

// aJob is the facts of a foreground job.
func aJob(members ...member) facts { return facts{Foreground: len(members) > 0, Members: members} }

func (f facts) and(outside ...member) facts {
	f.Outside = outside
	return f
}

func (f facts) but(r client.Reason) facts {
	f.Problem = &problem{r, "the job could not be listed"}
	return f
}

// outcome is the part of an answer that says which rule decided.
type outcome struct {
	State  client.State
	Reason client.Reason
	PID    int // of the reader
	Scope  client.Scope
}

func outcomeOf(a client.Answer) outcome {
	o := outcome{State: a.State, Reason: a.Reason, Scope: a.Scope}
	if a.Reader != nil {
		o.PID = a.Reader.PID
	}
	return o
}

func waitingIn(pid int) outcome {
	return outcome{State: client.Waiting, PID: pid, Scope: client.ScopeJob}
}

func waitingOutside(pid int) outcome {
	return outcome{State: client.Waiting, PID: pid, Scope: client.ScopeOutside}
}

func unknownFor(r client.Reason) outcome { return outcome{State: client.Unknown, Reason: r} }

// judgeCase is a job and the rule that decides about it.
type judgeCase struct {
	name string
	f    facts
	want outcome
}

const ring, denied, big = client.ReasonIOUring, client.ReasonNotPermitted, client.ReasonTooBig

func justState(s client.State) outcome { return outcome{State: s} }

func testJudge(t *testing.T, cases []judgeCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			a := judge(c.f)
			if got := outcomeOf(a); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if (a.State == client.Unknown) != (a.Detail != "") {
				t.Errorf("state %s with the detail %q", a.State, a.Detail)
			}
		})
	}
}

func TestStates(t *testing.T) {
	testJudge(t, []judgeCase{
		{"nothing there", facts{}, justState(client.NoForeground)},
		{"works", aJob(busy(1)), justState(client.Running)},
		{"waits", aJob(aReader(1)), waitingIn(1)},
		{"stopped", aJob(stopped(1)), justState(client.Stopped)},
		{"all stopped", aJob(stopped(1), stopped(2)), justState(client.Stopped)},
		{"cannot be told", aJob(doubtful(1, ring)), unknownFor(ring)},
		{"somebody else's", aJob(foreign(1)), unknownFor(client.ReasonOtherUser)},
		{"could not be listed", facts{}.but(denied), unknownFor(denied)},
	})
}

func TestOrder(t *testing.T) {
	testJudge(t, []judgeCase{
		{"one waiting member is enough", aJob(busy(1), aReader(2), busy(3)), waitingIn(2)},
		{"a wait before a doubt", aJob(doubtful(1, ring), aReader(2)), waitingIn(2)},
		{"a wait before somebody else's", aJob(foreign(1), aReader(2)), waitingIn(2)},
		{"a wait before an incomplete list", aJob(aReader(1)).but(big), waitingIn(1)},
		{"an incomplete list before a doubt", aJob(doubtful(1, ring)).but(big), unknownFor(big)},
		{"an incomplete list is never running", aJob(busy(1)).but(big), unknownFor(big)},
		{"a doubt before running", aJob(busy(1), doubtful(2, ring)), unknownFor(ring)},
		{"the first doubt counts", aJob(doubtful(1, denied), doubtful(2, ring)), unknownFor(denied)},
		{"somebody else's before running", aJob(busy(1), foreign(2)), unknownFor(client.ReasonOtherUser)},
	})
}

func TestStoppedMembers(t *testing.T) {
	testJudge(t, []judgeCase{
		{"a stopped member beside one that works", aJob(stopped(1), busy(2)), justState(client.Running)},
		{"a stopped member beside one that waits", aJob(stopped(1), aReader(2)), waitingIn(2)},
		{"a stopped reader does not wait", aJob(altered(aReader(1), func(m *member) { m.Stopped = true }), busy(2)), justState(client.Running)},
		{"a stopped member is no doubt", aJob(altered(doubtful(1, ring), func(m *member) { m.Stopped = true })), justState(client.Stopped)},
		{"nor is somebody else's", aJob(altered(foreign(1), func(m *member) { m.Stopped = true }), busy(2)), justState(client.Running)},
	})
}

func TestOutsideTheJob(t *testing.T) {
	testJudge(t, []judgeCase{
		{"outside the job", aJob(busy(1)).and(aReader(9)), waitingOutside(9)},
		{"outside, without a job", facts{}.and(aReader(9)), waitingOutside(9)},
		{"the job before the outside", aJob(aReader(1)).and(aReader(9)), waitingIn(1)},
		{"a doubt in the job before a wait outside", aJob(doubtful(1, ring)).and(aReader(9)), unknownFor(ring)},
		{"a doubt outside before running", aJob(busy(1)).and(doubtful(9, denied)), unknownFor(denied)},
		{"a wait outside before a doubt there", aJob(busy(1)).and(doubtful(8, denied), aReader(9)), waitingOutside(9)},
		{"a stranger from the job", aJob(busy(1)).and(foreign(9)), unknownFor(client.ReasonOtherUser)},
		{"a multiplexer outside", aJob(busy(1)).and(multi(aReader(9))), unknownFor(client.ReasonMultiplexer)},
		{"a multiplexer and a reader outside", aJob(busy(1)).and(multi(aReader(8)), aReader(9)), waitingOutside(9)},
		{"stopped outside", aJob(busy(1)).and(stopped(9)), justState(client.Running)},
	})
}

// TestExclusiveFirst: of several that wait, one that waits for nothing else is
// told of.
func TestExclusiveFirst(t *testing.T) {
	cases := []struct {
		name string
		list []member
		want int
		only bool
	}{
		{"listening only", []member{aReader(1, "socket")}, 1, false},
		{"listening first", []member{aReader(1, "socket"), aReader(2)}, 2, true},
		{"exclusive first", []member{aReader(1), aReader(2, "socket"), aReader(3)}, 1, true},
		{"all listening", []member{aReader(1, "pipe"), aReader(2, "socket")}, 1, false},
		{"a window inside", []member{altered(aReader(1), func(m *member) { m.Find.Pty = true })}, 1, false},
	}
	for _, c := range cases {
		for _, f := range []facts{aJob(c.list...), aJob(busy(50)).and(c.list...)} {
			a := judge(f)
			if a.Reader == nil || a.Reader.PID != c.want || a.Exclusive == nil || *a.Exclusive != c.only {
				t.Errorf("%s: %+v", c.name, a)
			}
		}
	}
}
