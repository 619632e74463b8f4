package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/runner"
)

// States that only this program knows.
const (
	stateError       runner.State = "error"       // the command was not started, or rt failed
	stateInterrupted runner.State = "interrupted" // a signal told rt to end
)

// openStatus opens what the status is to be written to, or returns nil.
func (o runOptions) openStatus() (*os.File, error) {
	switch {
	case o.statusFile != "":
		f, err := os.Create(o.statusFile)
		if err != nil {
			return nil, fmt.Errorf("--status-file: %w", err)
		}
		return f, nil
	case o.statusFD >= 0:
		// The command must not get it: it could write to it, and keep it open.
		if _, err := unix.FcntlInt(uintptr(o.statusFD), unix.F_SETFD, unix.FD_CLOEXEC); err != nil {
			return nil, fmt.Errorf("--status-fd: descriptor %d: %w", o.statusFD, err)
		}
		return os.NewFile(uintptr(o.statusFD), fmt.Sprintf("descriptor %d", o.statusFD)), nil
	}
	return nil, nil
}

// report tells the outcome, in the form that was asked for.
func (i invocation) report(o runner.Outcome, status int) {
	switch {
	case i.events != nil:
		i.events.outcome(o)
	case i.options.json:
		writeJSON(i.out, o)
	case o.State != runner.Finished || o.InputLeft:
		fmt.Fprintln(i.err, i.lineBreak(o)+o.Sentence())
	}
	i.writeStatus(o, status)
}

func (i invocation) writeStatus(o runner.Outcome, status int) {
	if i.status == nil {
		return
	}
	if _, err := fmt.Fprintf(i.status, "%s %d\n", o.State, status); err != nil {
		i.fail("write the status: %v", err)
	}
}

// lineBreak is an end of line if the status line would otherwise follow a prompt
// on the same line.
func (i invocation) lineBreak(o runner.Outcome) string {
	if o.Prompt != nil && *o.Prompt != "" && sameFile(i.out, i.err) {
		return "\n"
	}
	return ""
}

func sameFile(a, b io.Writer) bool {
	x, ok := a.(*os.File)
	y, ok2 := b.(*os.File)
	if !ok || !ok2 {
		return false
	}
	xi, err := x.Stat()
	yi, err2 := y.Stat()
	return err == nil && err2 == nil && os.SameFile(xi, yi)
}

func writeJSON(w io.Writer, v any) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // whoever reads has gone: nobody to tell
}
