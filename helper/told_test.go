package helper

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// keys are the fields that an answer has in JSON; those of the reader with
// their path.
func keys(t *testing.T, a client.Answer) []string {
	t.Helper()
	b, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	list := slices.Collect(maps.Keys(m))
	if r, ok := m["reader"].(map[string]any); ok {
		for k := range r {
			list = append(list, "reader."+k)
		}
	}
	slices.Sort(list)
	return list
}

// everything is a reader of which there is something to tell in each field.
func everything(r rights) member {
	return member{
		PID: 12, Program: "cat", Leader: true, Start: 0x500, Rights: r,
		Find: finding{
			Verdict: proven, TID: 13, Call: "poll", Descriptor: 6, Timed: true, Limit: time.Minute, Also: []string{"socket"}, Runs: 7,
			Settings: &settings{Canonical: true}, Privileged: true,
		},
	}
}

// TestTold: what a caller is told of a process that waits, by his rights.
func TestTold(t *testing.T) {
	call := []string{
		"canonical", "echo", "exclusive", "reader", "reader.call", "reader.descriptor", "reader.pid", "reader.program", "reader.tid",
		"scope", "secret", "state", "timed", "wait",
	}
	all := slices.Sorted(slices.Values(append([]string{"also", "reader.leader"}, call...)))
	for name, c := range map[string]struct {
		r    rights
		want []string
	}{
		"own": {tellAll, all}, "own real user": {tellCall, call}, "somebody else's": {tellState, []string{"state"}},
	} {
		for _, f := range []facts{aJob(everything(c.r)), aJob(busy(1)).and(everything(c.r))} {
			a := judge(f)
			if a.State != client.Waiting {
				t.Fatalf("%s: %s", name, a.State)
			}
			if got := keys(t, a); !slices.Equal(got, c.want) {
				t.Errorf("%s: told %v, want %v", name, got, c.want)
			}
		}
	}
}

// TestToldNothing: of a process that is not counted not even that it waits.
func TestToldNothing(t *testing.T) {
	a := judge(aJob(altered(everything(tellNothing), func(m *member) { m.Find = finding{} })))
	if got := keys(t, a); !slices.Equal(got, []string{"detail", "reason", "state"}) || a.Reason != client.ReasonOtherUser {
		t.Errorf("told %v: %+v", got, a)
	}
}

// TestToldOfDoubts: what cannot be told of somebody else's process says nothing
// of the process either.
func TestToldOfDoubts(t *testing.T) {
	const what = "process 812: it waits in io_uring_enter"
	doubt := altered(doubtful(1, ring), func(m *member) { m.Find.Problem.Detail = what })
	inner := aRelay(1, "sudo", unknown(problem{ring, what}))
	for _, m := range []member{doubt, inner} {
		if a := judge(aJob(m)); a.Reason != ring || a.Detail != what {
			t.Errorf("one's own: %+v", a)
		}
		m.Rights = tellState
		if a := judge(aJob(m)); a.Reason != ring || a.Detail == "" || strings.Contains(a.Detail, "812") || strings.Contains(a.Detail, "enter") {
			t.Errorf("somebody else's: %+v", a)
		}
	}
}

// TestToldOfOthers: every state but waiting has no more than a reason.
func TestToldOfOthers(t *testing.T) {
	for _, f := range []facts{{}, aJob(busy(1)), aJob(stopped(1))} {
		if a := judge(f); !slices.Equal(keys(t, a), []string{"state"}) {
			t.Errorf("%s: told %v", a.State, keys(t, a))
		}
	}
}

func TestValues(t *testing.T) {
	a := judge(aJob(everything(tellAll)))
	r := a.Reader
	if r.PID != 12 || r.TID != 13 || r.Program != "cat" || r.Call != "poll" || *r.Descriptor != 6 || !*r.Leader {
		t.Errorf("reader %+v", *r)
	}
	if *a.Exclusive || !*a.Timed || *a.Echo || !*a.Canonical || a.Secret != client.SecretYes || !slices.Equal(a.Also, []string{"socket"}) {
		t.Errorf("%+v", a)
	}
	a = judge(aJob(aReader(3)))
	if !*a.Exclusive || *a.Timed || *a.Reader.Leader || *a.Reader.Descriptor != 0 || a.Also != nil {
		t.Errorf("%+v", a)
	}
	if a.Echo != nil || a.Canonical != nil || a.Secret != "" {
		t.Errorf("without settings: %+v", a)
	}
}

// TestAlso: masters in the same wait are a source like others, named once.
func TestAlso(t *testing.T) {
	pty := func(m *member) { m.Find.Pty = true }
	cases := []struct {
		m    member
		want []string
	}{
		{aReader(1), nil},
		{aReader(1, "socket"), []string{"socket"}},
		{altered(aReader(1), pty), []string{"pty"}},
		{altered(aReader(1, "inotify", "socket"), pty), []string{"inotify", "pty", "socket"}},
		{altered(aReader(1, "pty"), pty), []string{"pty"}},
	}
	for _, c := range cases {
		before := slices.Clone(c.m.Find.Also)
		if a := judge(aJob(c.m)); !slices.Equal(a.Also, c.want) || *a.Exclusive != (c.want == nil) {
			t.Errorf("%v: also %v, exclusive %v", c.want, a.Also, *a.Exclusive)
		}
		if !slices.Equal(c.m.Find.Also, before) {
			t.Errorf("the facts were changed: %v, %v", before, c.m.Find.Also)
		}
	}
}

// TestWait: the word for a wait differs as soon as the process, the thread or
// its run count does.
func TestWait(t *testing.T) {
	words := map[string]bool{}
	for _, change := range []func(*member){
		func(*member) {},
		func(m *member) { m.Start++ },
		func(m *member) { m.Find.TID++ },
		func(m *member) { m.Find.Runs++ },
		func(m *member) { m.Start, m.Find.TID = 0x5001, 2 }, // not one number run into the next
		func(m *member) { m.Start, m.Find.TID = 0x500, 0x12 },
	} {
		words[judge(aJob(altered(aReader(1), change))).Wait] = true
	}
	if len(words) != 6 || words[""] {
		t.Errorf("words %v", words)
	}
	if a, b := judge(aJob(aReader(1))), judge(aJob(busy(2), aReader(1))); a.Wait != b.Wait {
		t.Errorf("the same wait: %q and %q", a.Wait, b.Wait)
	}
}
