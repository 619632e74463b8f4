package helper

import (
	"fmt"

	"github.com/rt-helper/rt-helper/procfs"
)

// note adds what was seen of a process to the evidence.
func (l *looker) note(m member, list []procfs.Finding) {
	if l.notes == nil || l.notes.withheld(m) {
		return
	}
	if len(list) == 0 {
		l.notes.add("process %d (%s): no thread sleeps in a call that could wait for a terminal", m.PID, m.Program)
	}
	for _, f := range list {
		l.notes.add("process %d (%s) thread %d: %s", m.PID, m.Program, f.TID, sentence(f))
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
