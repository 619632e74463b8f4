package helper

import (
	"fmt"

	"github.com/rt-helper/rt-helper/procfs"
)

// note adds what was seen of a process to the evidence, as much as the caller
// may know: never an address, never a raw line.
func (l *looker) note(m member, list []procfs.Finding) {
	if l.notes == nil {
		return
	}
	add := func(format string, a ...any) { *l.notes = append(*l.notes, fmt.Sprintf(format, a...)) }
	switch {
	case m.Rights == tellNothing:
		add("process %d: another user's, not looked at", m.PID)
		return
	case m.Stopped:
		add("process %d (%s): stopped", m.PID, m.Program)
		return
	case m.Rights == tellState:
		add("process %d: another user's, looked at for the bare state", m.PID)
		return
	case len(list) == 0:
		add("process %d (%s): no thread sleeps in a call that could wait for a terminal", m.PID, m.Program)
	}
	for _, f := range list {
		add("process %d (%s) thread %d: %s", m.PID, m.Program, f.TID, sentence(f))
	}
}

func sentence(f procfs.Finding) string {
	switch {
	case f.Verdict == procfs.CannotTell:
		return "cannot tell: " + f.Detail
	case f.Verdict == procfs.Proven:
		return fmt.Sprintf("%s waits for the terminal on descriptor %d, and nothing is left to read", f.Call, f.FD)
	case f.Queued:
		return f.Call + " is for the terminal, and typed input is there"
	}
	return f.Call + " does not wait for the terminal"
}
