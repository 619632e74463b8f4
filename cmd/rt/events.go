package main

import (
	"io"
	"sync"
	"unicode/utf8"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/runner"
)

// eventWriter prints what happens as JSON lines. It is the sink of the raw
// output, whose pieces it cuts between characters.
type eventWriter struct {
	mu   sync.Mutex
	to   io.Writer
	part []byte // an unfinished character
	over bool   // the outcome has been told
	err  error  // why nothing can be written any more
}

func newEventWriter(to io.Writer) *eventWriter { return &eventWriter{to: to} }

// event is one line; just one of the other fields is set.
type event struct {
	Event   string          `json:"event"` // output, answer, outcome
	Text    string          `json:"text,omitempty"`
	Answer  *client.Answer  `json:"answer,omitempty"`
	Outcome *runner.Outcome `json:"outcome,omitempty"`
}

// Write takes output of the command.
func (w *eventWriter) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := append(w.part, b...)
	n := len(text) - unfinished(text)
	w.part = append([]byte(nil), text[n:]...)
	if n > 0 {
		w.print(event{Event: "output", Text: string(text[:n])})
	}
	return len(b), w.err
}

func (w *eventWriter) answer(a client.Answer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.print(event{Event: "answer", Answer: &a})
}

// outcome is the last event. The error is that of any event.
func (w *eventWriter) outcome(o runner.Outcome) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.part) > 0 {
		w.print(event{Event: "output", Text: string(w.part)})
	}
	w.print(event{Event: "outcome", Outcome: &o})
	w.over = true
	return w.err
}

func (w *eventWriter) print(e event) {
	if !w.over && w.err == nil {
		w.err = writeJSON(w.to, e)
	}
}

// unfinished is the length of a character at the end whose rest is missing.
func unfinished(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if c := b[len(b)-n:]; utf8.RuneStart(c[0]) {
			if !utf8.FullRune(c) {
				return n
			}
			return 0
		}
	}
	return 0
}
