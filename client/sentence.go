package client

import (
	"fmt"
	"strings"
	"unicode"
)

// Listening reports a wait that is not for the terminal alone.
func (a Answer) Listening() bool {
	return a.State == Waiting && a.Exclusive != nil && !*a.Exclusive
}

// Sentence says the answer in one line for a person. Names of programs, which may
// hold any bytes, do nothing to the terminal that shows it.
func (a Answer) Sentence() string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, a.sentence())
}

func (a Answer) sentence() string {
	switch a.State {
	case Waiting:
		return a.waitSentence()
	case Running:
		return "running"
	case Stopped:
		return "stopped: every process of the foreground job is stopped"
	case NoForeground:
		return "no foreground job"
	}
	if a.State == "" {
		return "nothing to tell"
	}
	return fmt.Sprintf("cannot tell (%s): %s", a.Reason, a.Detail)
}

func (a Answer) waitSentence() string {
	word := "waiting"
	if a.Listening() {
		word = "listening"
	}
	if a.Reader == nil {
		return word + " for input"
	}
	parts := []string{word + ": " + a.who()}
	if s := a.secretWords(); s != "" {
		parts = append(parts, s)
	}
	if a.Listening() && len(a.Also) > 0 {
		parts = append(parts, "also waits for "+strings.Join(a.Also, ", "))
	}
	if a.Timed != nil && *a.Timed {
		parts = append(parts, "for a limited time")
	}
	return strings.Join(parts, "; ")
}

func (a Answer) who() string {
	r := a.Reader
	s := fmt.Sprintf("%s (process %d)", r.Program, r.PID)
	if r.Call != "" {
		s += " in " + r.Call
	}
	if r.Descriptor != nil {
		s += fmt.Sprintf(" on descriptor %d", *r.Descriptor)
	}
	if len(a.Via) > 0 {
		s += ", reached through " + strings.Join(a.Via, ", ")
	}
	if a.Scope == ScopeOutside {
		s += ", outside the foreground job"
	}
	return s
}

func (a Answer) secretWords() string {
	switch a.Secret {
	case SecretYes:
		return "a secret: what is typed is not shown"
	case SecretMaybe:
		return "echo is off: keys, or a line editor"
	}
	return ""
}
