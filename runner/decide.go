package runner

import (
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// view is what is known of a job at an instant. It has no clock.
type view struct {
	ended    bool
	kind     State         // what the last answer amounts to; "" for a job that works
	reason   client.Reason // with Unknown
	since    time.Time     // kind and reason have been so since then
	printed  time.Time     // when something was printed last
	deadline time.Time     // zero: none
	quiet    time.Duration
}

const (
	// A debugger stops its program for moments, the whole job that is.
	suspendedFor = time.Second
	// How long an asker may take for its first answer.
	unanswered = 3 * time.Second
)

// decide tells the outcome, the first that is true in a fixed order; or, if
// there is none yet, after what time to look again though nothing happens.
func (v view) decide(now time.Time) (State, time.Duration) {
	const ever = time.Hour
	if v.ended {
		return Finished, 0
	}
	if v.kind == Waiting {
		return Waiting, 0
	}
	wait := v.stillness(now)
	if wait <= 0 {
		return v.kind, 0
	}
	if v.deadline.IsZero() {
		return "", min(wait, ever)
	}
	left := v.deadline.Sub(now)
	if left <= 0 {
		return Timeout, 0
	}
	return "", min(wait, left, ever)
}

// stillness is how long nothing must happen yet until kind is an outcome.
func (v view) stillness(now time.Time) time.Duration {
	from, long := v.since, v.quiet
	switch v.kind {
	case "":
		return time.Hour
	case Suspended:
		return from.Add(suspendedFor).Sub(now)
	case Unknown:
		if v.reason == client.ReasonNoReply {
			long = max(long, unanswered)
		}
	}
	if v.printed.After(from) {
		from = v.printed
	}
	return from.Add(long).Sub(now)
}

// kindOf tells what an answer amounts to.
func kindOf(a client.Answer) (State, client.Reason) {
	switch a.State {
	case client.Running, client.NoForeground:
		return "", ""
	case client.Stopped:
		return Suspended, ""
	case client.Waiting:
		switch {
		case !a.Listening():
			return Waiting, ""
		case a.Reader != nil && isRemoteRelay(a.Reader.Program):
			return Unknown, ReasonRemoteRelay
		}
		return Listening, ""
	}
	return Unknown, a.Reason
}

func (w *waiter) kindOf(a client.Answer) (State, client.Reason) {
	if w.pass && a.State == client.Waiting && timed(a) {
		return "", ""
	}
	return kindOf(a)
}

func timed(a client.Answer) bool { return a.Timed != nil && *a.Timed }

// isRemoteRelay reports a program that, when it waits for the terminal and
// something else, passes the terminal on to where nobody can look. At prompts of
// its own it waits for the terminal alone.
func isRemoteRelay(program string) bool {
	switch program {
	case "ssh", "mosh-client", "docker", "podman", "nerdctl", "kubectl", "oc", "telnet", "rlogin":
		return true
	}
	return false
}
