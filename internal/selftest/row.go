package selftest

import (
	"syscall"

	"github.com/rt-helper/rt-helper/client"
)

// row is one known case: a program and what is to be said about it, step by step.
// With neither mode nor argv nothing runs on the terminal.
type row struct {
	name  string
	mode  string   // the probe's mode, or
	argv  []string // a real program with its arguments
	third third    // what the program gets as descriptor 3
	needs needs
	steps []step
}

// third is what a program gets as descriptor 3.
type third int

const (
	nothing       third = iota
	outerPipe           // the read end of a pipe whose write end the selftest holds
	otherTerminal       // the slave of another pseudoterminal
)

// step is one thing that happens to the program, and the answer from then on.
type step struct {
	typed  string         // typed on the terminal first
	signal syscall.Signal // then sent to the program
	feed   bool           // then one byte is put into its outer pipe
	await  string         // then its output must go on with this, sooner or later
	in     string         // the call that the program sleeps in from then on, if it is known; for the table's own test
	want   want
}

// waits is a row whose probe waits for the terminal, and for nothing else, in call.
func waits(mode, call string) row {
	return row{name: mode, mode: mode, steps: []step{{
		await: "READY " + mode, in: call,
		want: want{state: client.Waiting, exclusive: yes, timed: no, calls: []string{call}},
	}}}
}

// works is a row whose probe does not wait for the terminal; it sleeps in call.
func works(mode, call string) row {
	return row{name: mode, mode: mode, steps: []step{{
		await: "READY " + mode, in: call, want: want{state: client.Running},
	}}}
}

// The methods below give a changed copy of the row; they change its last step.

func (r row) then(s step) row {
	r.steps = append(r.steps[:len(r.steps):len(r.steps)], s)
	return r
}

func (r row) last(change func(w *want)) row {
	last := r.steps[len(r.steps)-1]
	change(&last.want)
	r.steps = append(r.steps[:len(r.steps)-1:len(r.steps)-1], last)
	return r
}

func (r row) called(name string) row { r.name = name; return r }

func (r row) given(t third) row { r.third = t; return r }

// at: the terminal is this descriptor of the reader.
func (r row) at(fd int) row { return r.last(func(w *want) { w.descriptor = &fd }) }

// timed: the call ends by itself.
func (r row) timed() row { return r.last(func(w *want) { w.timed = yes }) }

// typing: how typed text is treated, and what that says about it.
func (r row) typing(s client.Secret, echo, canonical flag) row {
	return r.last(func(w *want) { w.secret, w.echo, w.canonical = s, echo, canonical })
}
