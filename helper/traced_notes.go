package helper

import "github.com/rt-helper/rt-helper/kdebug"

// note adds what was seen of a process to the evidence.
func (l *tracedLooker) note(m member, p kdebug.Process) {
	if l.notes == nil || l.notes.withheld(m) {
		return
	}
	for _, th := range p.Threads {
		l.notes.add("process %d (%s) thread %d: %s: %s", m.PID, m.Program, th.ID, th.Verdict, th.Detail)
	}
	if p.Trouble.Reason != "" {
		l.notes.add("process %d (%s): not looked at as a whole: %s", m.PID, m.Program, p.Trouble.Detail)
	}
}
