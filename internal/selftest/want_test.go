package selftest

import (
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// TestWantsAreNotEmpty: every step of the table accepts the answer it wants and
// refuses an empty one, each other state, and an answer with one thing changed.
func TestWantsAreNotEmpty(t *testing.T) {
	states := []client.State{"", "new word", client.Waiting, client.Running, client.Stopped, client.NoForeground, client.Unknown}
	for _, r := range rows() {
		for i, s := range r.steps {
			if c := s.want.complaint(right(s.want)); c != "" {
				t.Errorf("%s, step %d: the right answer is refused: %s", r.name, i+1, c)
			}
			for _, state := range states {
				a := client.Answer{State: state}
				accepted := s.want.complaint(a) == ""
				if accepted && !s.want.accepts(state) {
					t.Errorf("%s, step %d: accepts %q", r.name, i+1, state)
				}
				if accepted && state == client.Waiting && s.want.state == client.Waiting {
					t.Errorf("%s, step %d: accepts waiting with nothing else", r.name, i+1)
				}
			}
		}
	}
}

func TestComplaint(t *testing.T) {
	full := want{
		state: client.Waiting, exclusive: yes, timed: no, leader: yes, thread: yes, echo: no, canonical: yes,
		calls: []string{"read", "readv"}, descriptor: ptr(5), program: "cat", secret: client.SecretYes,
		scope: client.ScopeJob, via: []string{"script"},
	}
	for _, c := range []struct {
		name   string
		change func(a *client.Answer)
		want   string
	}{
		{"as wanted", func(*client.Answer) {}, ""},
		{"second call", func(a *client.Answer) { a.Reader.Call = "readv" }, ""},
		{"other call", func(a *client.Answer) { a.Reader.Call = "poll" }, "got call poll, want call read or readv"},
		{"no call", func(a *client.Answer) { a.Reader.Call = "" }, "got call nothing, want call read or readv"},
		{"not exclusive", func(a *client.Answer) { a.Exclusive = ptr(false) }, "got exclusive false, want exclusive true"},
		{"exclusive not known", func(a *client.Answer) { a.Exclusive = nil }, "got exclusive nothing, want exclusive true"},
		{"timed", func(a *client.Answer) { a.Timed = ptr(true) }, "got timed true, want timed false"},
		{"timed not known", func(a *client.Answer) { a.Timed = nil }, "got timed nothing, want timed false"},
		{"also", func(a *client.Answer) { a.Also = []string{"pipe"} }, "got also [pipe], want also []"},
		{"leader", func(a *client.Answer) { a.Reader.Leader = ptr(false) }, "got leader false, want leader true"},
		{"first thread", func(a *client.Answer) { a.Reader.TID = 10 }, "got thread false, want thread true"},
		{"echo", func(a *client.Answer) { a.Echo = ptr(true) }, "got echo true, want echo false"},
		{"raw", func(a *client.Answer) { a.Canonical = ptr(false) }, "got canonical false, want canonical true"},
		{"descriptor", func(a *client.Answer) { a.Reader.Descriptor = ptr(0) }, "got descriptor 0, want descriptor 5"},
		{"program", func(a *client.Answer) { a.Reader.Program = "dd" }, "got program dd, want program cat"},
		{"secret", func(a *client.Answer) { a.Secret = client.SecretNo }, "got secret no, want secret yes"},
		{"scope", func(a *client.Answer) { a.Scope = client.ScopeOutside }, "got scope outside, want scope job"},
		{"via", func(a *client.Answer) { a.Via = []string{"sudo", "script"} }, "got via [sudo script], want via [script]"},
		{"running", func(a *client.Answer) { *a = client.Answer{State: client.Running} }, "got running, want waiting"},
		{"empty", func(a *client.Answer) { *a = client.Answer{} }, "got no state, want waiting"},
		{"two things", func(a *client.Answer) { a.Secret, a.Timed = "", nil },
			"got timed nothing, secret nothing, want timed false, secret yes"},
	} {
		a := right(full)
		c.change(&a)
		if got := full.complaint(a); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestComplaintOfTwoStates(t *testing.T) {
	w := want{state: client.Unknown, or: client.Waiting, reason: client.ReasonIOUring}
	for _, c := range []struct {
		a    client.Answer
		want string
	}{
		{client.Answer{State: client.Waiting}, ""},
		{client.Answer{State: client.Unknown, Reason: client.ReasonIOUring}, ""},
		{client.Answer{State: client.Unknown, Reason: client.ReasonTooBig}, "got reason too-big, want reason io-uring"},
		{client.Answer{State: client.Unknown}, "got reason nothing, want reason io-uring"},
		{client.Answer{State: client.Running}, "got running, want unknown or waiting"},
	} {
		if got := w.complaint(c.a); got != c.want {
			t.Errorf("%+v: %q, want %q", c.a, got, c.want)
		}
	}
}

func TestComplaintOfOtherSources(t *testing.T) {
	w := want{state: client.Waiting, exclusive: no, also: "pipe"}
	for _, c := range []struct {
		also []string
		want string
	}{
		{[]string{"pipe"}, ""},
		{[]string{"socket", "pipe"}, ""},
		{[]string{"socket"}, "got also [socket], want also [pipe]"},
		{nil, "got also [], want also [pipe]"},
	} {
		a := client.Answer{State: client.Waiting, Exclusive: ptr(false), Also: c.also}
		if got := w.complaint(a); got != c.want {
			t.Errorf("%v: %q, want %q", c.also, got, c.want)
		}
	}
}

func TestSummaryTellsWhy(t *testing.T) {
	unknown := client.Answer{State: client.Unknown, Reason: client.ReasonPtraceScope, Detail: "set it to 1"}
	waiting := client.Answer{State: client.Waiting, Reader: &client.Reader{PID: 7, Program: "cat", Call: "read"}}
	for _, c := range []struct {
		a     client.Answer
		words []string
	}{
		{unknown, []string{"unknown", "ptrace-scope", "set it to 1"}},
		{waiting, []string{"waiting", "read", "cat", "7"}},
	} {
		for _, word := range c.words {
			if got := summary(c.a); !strings.Contains(got, word) {
				t.Errorf("%q lacks %q", got, word)
			}
		}
	}
}
