package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

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

// report tells the outcome, in the form that was asked for. It returns the exit
// status: another one if nobody could be told.
func (i invocation) report(o runner.Outcome, status int) int {
	if err := i.tell(o); err != nil {
		o.State, status = stateError, i.unwritten(err)
	}
	i.writeStatus(o, status)
	return status
}

func (i invocation) tell(o runner.Outcome) error {
	switch {
	case i.events != nil:
		return i.events.outcome(o)
	case i.options.json:
		return writeJSON(i.out, o)
	case o.State != runner.Finished || o.InputLeft:
		fmt.Fprintln(i.err, i.lineBreak(o)+o.Sentence())
	}
	return nil
}

// unwritten is the status of output that could not be written. A reader that went
// away is no error to be told of: rt ends as other programs do.
func (i invocation) unwritten(err error) int {
	if errors.Is(err, syscall.EPIPE) {
		return exitSignal + int(syscall.SIGPIPE)
	}
	return i.fail("output: %v", err)
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

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
