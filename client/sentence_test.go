package client

import "testing"

// TestSentencePrintable: a program's name does nothing to the terminal that shows it.
func TestSentencePrintable(t *testing.T) {
	for _, a := range []Answer{
		{State: Waiting, Reader: &Reader{PID: 7, Program: "\x1b[2J\r"}},
		{State: Waiting, Reader: &Reader{PID: 7, Program: "cat"}, Via: []string{"\x9b2J"}},
		{State: Unknown, Reason: ReasonOtherUser, Detail: "process 7 (\x1bc)"},
	} {
		for _, r := range a.Sentence() {
			if r < ' ' || r >= 0x7f && r < 0xa0 {
				t.Errorf("%+v: %q", a, a.Sentence())
			}
		}
	}
}
