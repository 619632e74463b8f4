package runner

import (
	"fmt"
	"strings"
	"syscall"
	"unicode"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

// Sentence says the outcome in one line for a person, in brackets.
func (o Outcome) Sentence() string {
	parts := []string{o.what()}
	waits := o.State == Waiting || o.State == Listening
	if len(o.Also) > 0 && (waits || o.State == Timeout) {
		parts = append(parts, "also "+strings.Join(o.Also, ", "))
	}
	if o.Timed && (waits || o.State == Timeout) {
		parts = append(parts, "for a limited time")
	}
	if waits {
		parts = append(parts, o.promptWords())
	}
	if o.InputLeft {
		parts = append(parts, o.leftWords())
	}
	if o.HungUp {
		parts = append(parts, "the job is hung up")
	}
	return "[" + strings.Join(parts, "; ") + "]"
}

func (o Outcome) what() string {
	switch o.State {
	case Finished:
		return "finished: " + o.exitWords()
	case Waiting, Listening:
		return string(o.State) + ": " + o.who()
	case Suspended:
		return "suspended: every process of the job is stopped"
	case Timeout:
		return "timeout: " + o.jobWords()
	}
	return string(o.State) + o.reasonWords()
}

func (o Outcome) reasonWords() (s string) {
	if o.Reason != "" {
		s += ": " + string(o.Reason)
	}
	if o.Detail != "" {
		s += ": " + printable(o.Detail)
	}
	return s
}

func (o Outcome) exitWords() string {
	switch {
	case o.Signal != "":
		return "killed by " + o.Signal
	case o.Exit != nil:
		return fmt.Sprintf("exit %d", *o.Exit)
	}
	return "exit status not known"
}

func (o Outcome) jobWords() string {
	switch {
	case o.Reader != nil:
		return "the job was " + string(o.Job) + ": " + o.who()
	case o.Job == client.Running, o.Job == client.Stopped:
		return "the job was " + string(o.Job)
	case o.Job == client.NoForeground:
		return "the command has not ended, no job is in the foreground"
	}
	return "the command has not ended, it cannot be told whether it works or waits" + o.reasonWords()
}

// who says who waits in which call for what.
func (o Outcome) who() string {
	s := "a program"
	if r := o.Reader; r != nil {
		s = fmt.Sprintf("%s (pid %d)", printable(r.Program), r.PID)
		if r.Call != "" {
			s += " in " + r.Call
		}
	}
	if len(o.Via) > 0 {
		s += " through " + printable(strings.Join(o.Via, ", "))
	}
	switch o.Wants {
	case "":
		return s + " wants input"
	case WantsKeys:
		return s + " wants keys"
	}
	return s + " wants a " + string(o.Wants)
}

func (o Outcome) promptWords() string {
	if o.Prompt == nil || *o.Prompt == "" {
		return "asks without showing a prompt"
	}
	return "prompt: " + printable(*o.Prompt)
}

func (o Outcome) leftWords() string {
	const left = "not all of the input was used"
	if o.Detail == "" || o.State != Waiting && o.State != Listening {
		return left // or said already
	}
	return left + ": " + printable(o.Detail)
}

// printable replaces what could change how a terminal shows the line.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

func signalName(s syscall.Signal) string {
	if name := unix.SignalName(s); name != "" {
		return name
	}
	return fmt.Sprintf("signal %d", int(s))
}
