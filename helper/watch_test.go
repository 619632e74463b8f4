package helper

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// seen is an answer of a series, and when it is given after the watch began.
type seen struct {
	at int // ms
	a  client.Answer
}

func aWait(id string) client.Answer { return client.Answer{State: client.Waiting, Wait: id} }

func justA(s client.State) client.Answer { return client.Answer{State: s} }

const ms = time.Millisecond

// TestWatchReports has series of answers, and what is reported of them.
func TestWatchReports(t *testing.T) {
	running, stopped := justA(client.Running), justA(client.Stopped)
	cases := []struct {
		name    string
		options client.WatchOptions
		series  []seen
		want    []string
	}{
		{"now, and each change", client.WatchOptions{},
			[]seen{{0, running}, {1, running}, {2, aWait("a")}, {3, aWait("a")}, {4, running}},
			[]string{"0 running", "2 waiting", "4 running"}},
		{"a new wait is a change", client.WatchOptions{},
			[]seen{{0, aWait("a")}, {1, aWait("b")}},
			[]string{"0 waiting", "1 waiting"}},
		{"a state that began before", client.WatchOptions{Until: []string{"waiting"}},
			[]seen{{0, aWait("a")}, {1, aWait("b")}},
			[]string{"0 waiting until"}},
		{"until, later", client.WatchOptions{Until: []string{"stopped", "waiting"}},
			[]seen{{0, running}, {1, stopped}, {2, aWait("a")}},
			[]string{"0 running", "1 stopped until"}},
		{"until anything else", client.WatchOptions{Until: []string{"!running"}},
			[]seen{{0, running}, {1, running}, {2, justA(client.Unknown)}},
			[]string{"0 running", "2 unknown until"}},
		{"the wait that is known does not count", client.WatchOptions{After: "a", Until: []string{"waiting"}},
			[]seen{{0, aWait("a")}, {1, aWait("a")}, {2, aWait("b")}},
			[]string{"2 waiting until"}},
		{"it does not count, what follows does", client.WatchOptions{After: "a"},
			[]seen{{0, aWait("a")}, {1, running}, {2, aWait("a")}},
			[]string{"1 running"}},
		{"a wait without identity is not one that is known", client.WatchOptions{After: ""},
			[]seen{{0, aWait("")}},
			[]string{"0 waiting"}},
		{"time is up", client.WatchOptions{Timeout: 5 * ms},
			[]seen{{0, running}, {4, running}, {5, running}},
			[]string{"0 running", "5 running timeout"}},
		{"time is up also for what does not count", client.WatchOptions{Timeout: 5 * ms, After: "a", Until: []string{"waiting"}},
			[]seen{{0, aWait("a")}, {9, aWait("a")}},
			[]string{"9 waiting timeout"}},
		{"a state in the last moment", client.WatchOptions{Timeout: 5 * ms, Until: []string{"waiting"}},
			[]seen{{0, running}, {5, aWait("a")}},
			[]string{"0 running", "5 waiting until"}},
		{"only what lasts", client.WatchOptions{Settle: 10 * ms},
			[]seen{{0, running}, {9, aWait("a")}, {12, aWait("a")}, {15, running}, {25, running}, {40, running}},
			[]string{"25 running"}},
		{"until it has lasted", client.WatchOptions{Settle: 10 * ms, Until: []string{"waiting"}},
			[]seen{{0, aWait("a")}, {9, aWait("b")}, {18, aWait("b")}, {19, aWait("b")}},
			[]string{"19 waiting until"}},
		{"time is up before it settles", client.WatchOptions{Settle: 10 * ms, Timeout: 5 * ms},
			[]seen{{0, running}, {6, running}},
			[]string{"6 running timeout"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := reports(t, c.options, c.series); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func reports(t *testing.T, o client.WatchOptions, series []seen) (list []string) {
	t.Helper()
	begun := time.Now()
	w, err := newWatch(o, begun)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range series {
		e, report := w.see(s.a, begun.Add(time.Duration(s.at)*ms))
		if !report {
			continue
		}
		line := fmt.Sprintf("%d %s", s.at, e.State)
		if e.Ended != "" {
			return append(list, line+" "+e.Ended)
		}
		list = append(list, line)
	}
	return list
}

// TestSameAnswer: what a watcher would be told anew, and what not.
func TestSameAnswer(t *testing.T) {
	base := func() client.Answer {
		return client.Answer{State: client.Waiting, Wait: "a", Exclusive: ptr(true), Secret: client.SecretNo, Scope: client.ScopeJob, Via: []string{"sudo"}}
	}
	for name, change := range map[string]func(*client.Answer){
		"state": func(a *client.Answer) { a.State = client.Running }, "wait": func(a *client.Answer) { a.Wait = "b" },
		"reason": func(a *client.Answer) { a.Reason = client.ReasonBusy }, "secret": func(a *client.Answer) { a.Secret = client.SecretYes },
		"scope": func(a *client.Answer) { a.Scope = client.ScopeOutside }, "exclusive": func(a *client.Answer) { a.Exclusive = ptr(false) },
		"via": func(a *client.Answer) { a.Via = nil },
	} {
		changed := base()
		change(&changed)
		if sameAnswer(base(), changed) || sameAnswer(changed, base()) {
			t.Errorf("another %s is no change", name)
		}
	}
	more := base()
	more.Detail, more.Terminal = "a sentence", &client.Device{Path: "/dev/pts/1"}
	if !sameAnswer(base(), base()) || !sameAnswer(base(), more) {
		t.Error("the same answer is a change")
	}
}

func TestCheckWatch(t *testing.T) {
	for _, c := range []struct {
		options client.WatchOptions
		ok      bool
	}{
		{client.WatchOptions{}, true},
		{client.WatchOptions{Until: []string{"waiting", "!running", "stopped", "no-foreground", "!unknown"}, Timeout: 1, Settle: 1, Lateness: 1}, true},
		{client.WatchOptions{Until: []string{"listening"}}, false},
		{client.WatchOptions{Until: []string{"waiting", ""}}, false},
		{client.WatchOptions{Until: []string{"!"}}, false},
		{client.WatchOptions{Until: []string{"!!running"}}, false},
		{client.WatchOptions{Timeout: -1}, false},
		{client.WatchOptions{Settle: -1}, false},
		{client.WatchOptions{Lateness: -1}, false},
	} {
		if err := CheckWatch(c.options); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.options, err)
		}
	}
}
