package helper

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// told is a state and, with waiting, those fields that are set here.
type told struct {
	state     client.State
	reason    client.Reason
	program   string
	via       []string
	scope     client.Scope
	secret    client.Secret
	exclusive *bool
	leader    *bool
	timed     *bool
	also      string
	bare      bool // the state only
}

// agree asks by the master and by the slave, with a cache and without, until
// the answer is the wanted one, and requires it again from then on. An answer
// that says waiting where nobody waits is wrong whenever it comes.
func (s *stage) agree(t *testing.T, w told) string {
	t.Helper()
	const repeats = 8
	end := time.Now().Add(patience)
	for i, agreed := 0, 0; agreed < repeats; i++ {
		about, ask := s.master, Local{Cache: s.cache}
		if i%2 == 1 {
			about = s.slave
		}
		if i%4 > 1 {
			ask.Cache = nil
		}
		a, err := ask.Query(t.Context(), about)
		if err != nil {
			return fmt.Sprintf("error %v", err)
		}
		complaint := w.complaint(a)
		switch {
		case complaint == "":
			agreed++
		case a.State == client.Waiting && w.state != client.Waiting, time.Now().After(end):
			_, evidence, _ := ask.Explain(t.Context(), about, true)
			return complaint + "; evidence, a moment later:\n" + strings.Join(evidence, "\n")
		default:
			agreed = 0
		}
		time.Sleep(2 * time.Millisecond)
	}
	return ""
}

// complaint says how the answer differs; "" if it does not.
func (w told) complaint(a client.Answer) string {
	var list []string
	differ := func(name string, got, want any) {
		if fmt.Sprint(got) != fmt.Sprint(want) {
			list = append(list, fmt.Sprintf("%s %v, not %v", name, got, want))
		}
	}
	differ("state", a.State, w.state)
	if w.state == client.Unknown && w.reason != "" {
		differ("reason", a.Reason, w.reason)
	}
	if w.state != client.Waiting || a.State != client.Waiting || w.bare {
		return w.say(list, a)
	}
	if r := a.Reader; w.program != "" && (r == nil || r.Program != w.program) {
		differ("reader", r, w.program)
	}
	differ("via", slices.Concat(a.Via), slices.Concat(w.via))
	if w.scope != "" {
		differ("scope", a.Scope, w.scope)
	}
	if w.secret != "" {
		differ("secret", a.Secret, w.secret)
	}
	for _, f := range []struct {
		name      string
		got, want *bool
	}{{"exclusive", a.Exclusive, w.exclusive}, {"timed", a.Timed, w.timed}, {"leader", leaderOf(a), w.leader}} {
		if f.want != nil && (f.got == nil || *f.got != *f.want) {
			differ(f.name, show(f.got), show(f.want))
		}
	}
	if w.also != "" && !slices.Contains(a.Also, w.also) {
		differ("also", a.Also, w.also)
	}
	return w.say(list, a)
}

func (w told) say(list []string, a client.Answer) string {
	if len(list) == 0 {
		return ""
	}
	return strings.Join(list, ", ") + " (" + a.Sentence() + ")"
}

func leaderOf(a client.Answer) *bool {
	if a.Reader == nil {
		return nil
	}
	return a.Reader.Leader
}

func show(b *bool) string {
	if b == nil {
		return "nothing"
	}
	return fmt.Sprint(*b)
}
