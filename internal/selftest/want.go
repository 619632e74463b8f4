package selftest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rt-helper/rt-helper/client"
)

// want is what must be said: a state, or one of two, and those fields of a
// waiting answer that are set here. A field that is wanted must be there.
type want struct {
	state, or client.State
	reason    client.Reason // with unknown

	exclusive, timed, leader, thread, echo, canonical flag

	also       string   // among the kinds of other sources; "": none if exclusive
	calls      []string // one of these
	descriptor *int
	program    string
	secret     client.Secret
	scope      client.Scope
	via        []string
	newWait    bool // the wait is another one than in the step before
}

// flag is a wanted yes or no.
type flag int

const (
	either flag = iota
	yes
	no
)

func (w want) accepts(s client.State) bool { return s == w.state || w.or != "" && s == w.or }

func (w want) states() string {
	if w.or != "" {
		return string(w.state) + " or " + string(w.or)
	}
	return string(w.state)
}

// complaint says how the answer differs, as "got ..., want ..."; "" if it does not.
func (w want) complaint(a client.Answer) string {
	if !w.accepts(a.State) {
		return fmt.Sprintf("got %s, want %s", summary(a), w.states())
	}
	var d difference
	switch a.State {
	case client.Waiting:
		w.compareSet(&d, a)
		w.compareReader(&d, a.Reader)
		w.compareTyping(&d, a)
	case client.Unknown:
		d.text("reason", string(a.Reason), string(w.reason))
	}
	return d.String()
}

func (w want) compareSet(d *difference, a client.Answer) {
	d.flag("exclusive", a.Exclusive, w.exclusive)
	d.flag("timed", a.Timed, w.timed)
	if w.also != "" && !slices.Contains(a.Also, w.also) || w.exclusive == yes && len(a.Also) > 0 {
		d.add("also", fmt.Sprint(a.Also), fmt.Sprintf("[%s]", w.also))
	}
	d.text("scope", string(a.Scope), string(w.scope))
	if w.via != nil && !slices.Equal(a.Via, w.via) {
		d.add("via", fmt.Sprint(a.Via), fmt.Sprint(w.via))
	}
}

func (w want) compareReader(d *difference, r *client.Reader) {
	if r == nil {
		r = &client.Reader{} // whatever is wanted of it differs
	}
	if w.calls != nil && !slices.Contains(w.calls, r.Call) {
		d.add("call", r.Call, strings.Join(w.calls, " or "))
	}
	if w.descriptor != nil && (r.Descriptor == nil || *r.Descriptor != *w.descriptor) {
		d.add("descriptor", show(r.Descriptor), show(w.descriptor))
	}
	d.text("program", r.Program, w.program)
	d.flag("leader", r.Leader, w.leader)
	if w.thread != either {
		thread := r.TID != r.PID
		d.flag("thread", &thread, w.thread)
	}
}

func (w want) compareTyping(d *difference, a client.Answer) {
	d.text("secret", string(a.Secret), string(w.secret))
	d.flag("echo", a.Echo, w.echo)
	d.flag("canonical", a.Canonical, w.canonical)
}

// summary is the state with what explains it.
func summary(a client.Answer) string {
	s := string(a.State)
	if s == "" {
		s = "no state"
	}
	if a.Reason != "" {
		s += fmt.Sprintf(" (%s: %s)", a.Reason, a.Detail)
	}
	if a.Reader != nil {
		s += fmt.Sprintf(" (%s of %s, pid %d)", a.Reader.Call, a.Reader.Program, a.Reader.PID)
	}
	return s
}
