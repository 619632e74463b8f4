package helper

import (
	"strings"
	"testing"
)

// TestNotesPrintable: a program's name does nothing to the terminal that shows it.
func TestNotesPrintable(t *testing.T) {
	var n notes
	n.add("process %d (%s)", 7, "\x1b]0;x\a\n\xff")
	if want := "process 7 (�]0;x���)"; len(n) != 1 || n[0] != want {
		t.Errorf("%q, want %q", strings.Join(n, "|"), want)
	}
}
