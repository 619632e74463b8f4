package main

import (
	"slices"
	"strings"

	"github.com/rt-helper/rt-helper/client"
)

// skipping leaves out readers that lead their session. A service knows nothing of
// that, so that the states that end the watch are looked for here.
type skipping struct {
	until []string
}

// pick is the event as it is shown; false: it is left out.
func (s *skipping) pick(e client.Event) (client.Event, bool) {
	if s == nil {
		return e, true
	}
	if r := e.Reader; r != nil && r.Leader != nil && *r.Leader {
		e.Answer = client.Answer{
			State: client.Unknown, Terminal: e.Terminal, Reason: "skip-shell",
			Detail: "the reader leads its session, as a shell does at its prompt, and is left out",
		}
		return e, e.Ended != ""
	}
	if e.Ended == "" && slices.ContainsFunc(s.until, func(u string) bool { return ends(u, e.State) }) {
		e.Ended = client.EndedUntil
	}
	return e, true
}

// ends reports that a watch until a state, or any but that, ends with this one.
func ends(until string, s client.State) bool {
	if not, ok := strings.CutPrefix(until, "!"); ok {
		return string(s) != not
	}
	return string(s) == until
}
