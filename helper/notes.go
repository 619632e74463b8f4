package helper

import (
	"fmt"
	"strings"
	"unicode"
)

// notes collect evidence for people: as much as the caller may know, never an
// address, never a raw line. Nil: nobody wants any.
type notes []string

// add notes a line. Names of programs, which may hold any bytes, do nothing to the
// terminal that shows it.
func (n *notes) add(format string, a ...any) {
	*n = append(*n, strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, fmt.Sprintf(format, a...)))
}

// withheld notes a process of which there is no more to tell.
func (n *notes) withheld(m member) bool {
	switch {
	case m.Rights == tellNothing:
		n.add("process %d: another user's, not looked at", m.PID)
	case m.Stopped:
		n.add("process %d (%s): stopped", m.PID, m.Program)
	case m.Rights == tellState:
		n.add("process %d: another user's, looked at for the bare state", m.PID)
	default:
		return false
	}
	return true
}
