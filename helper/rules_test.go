package helper

import (
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// everyKind is members of every kind that the rules tell apart.
func everyKind() []member {
	answer := func(s client.State) client.Answer { return client.Answer{State: s} }
	return []member{
		busy(1), stopped(2), foreign(3), aReader(4), aReader(5, "socket"), doubtful(6, ring),
		aRelay(7, "sudo", judge(aJob(aReader(70)))), aRelay(8, "sudo", answer(client.Running)),
		aRelay(9, "sudo", unknown(problem{big, "too much"})), aRelay(10, "mc", answer(client.Stopped)),
		altered(aReader(11), func(m *member) { m.Rights = tellState }),
		altered(aReader(12), func(m *member) { m.Stopped = true }),
		altered(aReader(13), func(m *member) { m.Rights = tellCall }),
	}
}

// waitsHere says whether a member of these kinds proves a wait.
func waitsHere(m member) bool {
	i := m.Find.Inner
	return !m.Stopped && m.Find.Verdict == proven && (i == nil || i.State == client.Waiting || i.State == client.Stopped)
}

// unseen says whether a member may wait without anybody knowing.
func unseen(m member) bool {
	i := m.Find.Inner
	return !m.Stopped && (m.Rights == tellNothing || m.Find.Verdict == cannotTell || i != nil && i.State == client.Unknown)
}

func anyOf(list []member, is func(member) bool) bool {
	for _, m := range list {
		if is(m) {
			return true
		}
	}
	return false
}

// TestRules has every job of up to three members, with and without one outside
// and a list that is not whole, and checks what each state promises.
func TestRules(t *testing.T) {
	all := everyKind()
	var jobs [][]member
	for _, a := range all {
		jobs = append(jobs, []member{a})
		for _, b := range all {
			jobs = append(jobs, []member{a, b})
			for _, c := range all {
				jobs = append(jobs, []member{a, b, c})
			}
		}
	}
	for _, members := range jobs {
		for i := -1; i < len(all); i++ {
			var out []member
			if i >= 0 {
				out = all[i : i+1]
			}
			checkRules(t, aJob(members...).and(out...))
			checkRules(t, aJob(members...).and(out...).but(denied))
		}
		if t.Failed() {
			return
		}
	}
}

func checkRules(t *testing.T, f facts) {
	a := judge(f)
	inJob, outside := anyOf(f.Members, waitsHere), anyOf(f.Outside, waitsHere)
	hidden := f.Problem != nil || anyOf(f.Members, unseen)
	promised := map[client.State]bool{
		client.Waiting: inJob || !hidden && outside,
		client.Unknown: !inJob && (hidden || !outside && anyOf(f.Outside, unseen)),
		client.Stopped: !inJob && !outside && !anyOf(f.Members, func(m member) bool { return !m.Stopped }),
		client.Running: !inJob && !outside && !hidden && !anyOf(f.Outside, unseen) && anyOf(f.Members, func(m member) bool { return !m.Stopped }),
	}
	if !promised[a.State] {
		t.Errorf("%s is wrong: %+v", a.State, f)
	}
	if a.State == client.Waiting && (a.Scope == client.ScopeOutside) == inJob && a.Scope != "" {
		t.Errorf("scope %s is wrong: %+v", a.Scope, f)
	}
	if a.Exclusive != nil && !*a.Exclusive && anyOf(f.Members, func(m member) bool { return waitsHere(m) && m.Find.Also == nil }) {
		t.Errorf("a reader that waits for nothing else was passed over: %+v", f)
	}
	if a.State != client.Waiting && (a.Reader != nil || a.Exclusive != nil || a.Secret != "") {
		t.Errorf("%s with a reader: %+v", a.State, a)
	}
	if (a.State == client.Unknown) != (a.Reason != "") {
		t.Errorf("%s for the reason %q", a.State, a.Reason)
	}
}
