package helper

import (
	"fmt"

	"github.com/rt-helper/rt-helper/kdebug"
)

// note adds what was seen of a process to the evidence, as much as the caller
// may know.
func (l *tracedLooker) note(m member, p kdebug.Process) {
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
	}
	for _, th := range p.Threads {
		add("process %d (%s) thread %d: %s: %s", m.PID, m.Program, th.ID, th.Verdict, th.Detail)
	}
	if p.Trouble.Reason != "" {
		add("process %d (%s): not looked at as a whole: %s", m.PID, m.Program, p.Trouble.Detail)
	}
}
