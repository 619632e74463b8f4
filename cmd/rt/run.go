package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/runner"
)

// invocation is one rt run.
type invocation struct {
	program
	options runOptions
	status  *os.File // nil: nobody wants it
	events  *eventWriter
}

func (p program) runCommand(args []string) int {
	o, status, ok := p.parseRun(args)
	if !ok {
		return status
	}
	file, err := o.openStatus()
	if err != nil {
		return p.fail("run: %v", err)
	}
	if file != nil {
		defer file.Close()
	}
	i := invocation{program: p, options: o, status: file}
	if o.events {
		i.events = newEventWriter(p.out)
	}
	if err := o.checkDir(); err != nil {
		return i.failed(err)
	}
	signals := catchSignals()
	defer signals.stop()
	if tty, ok := p.terminal(); ok && !o.json && !o.events {
		return i.interactive(signals, tty)
	}
	return i.headless(signals)
}

// checkDir tells a missing directory from a missing command.
func (o runOptions) checkDir() error {
	if o.dir == "" {
		return nil
	}
	info, err := os.Stat(o.dir)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is no directory", o.dir)
	}
	if err != nil {
		return fmt.Errorf("--cwd: %v", err) // not %w: it is not the command that is missing
	}
	return nil
}

// headless runs a command that nobody types at.
func (i invocation) headless(s *signals) int {
	o := i.options.command()
	o.Asker = i.asker
	if size, ok := sizeOf(i.out); ok && !i.options.json && !i.options.events {
		o.Rows, o.Cols = i.options.sizeOr(size)
	}
	switch {
	case i.events != nil:
		o.Output, o.Answered = i.events, i.events.answer
	case !i.options.json:
		o.Output = i.out
	}
	j, err := runner.Start(o)
	if err != nil {
		return i.failed(err)
	}
	outcome, err := j.Drive(s.ctx, i.input(), i.options.limits())
	return i.end(s, j, outcome, err)
}

// input is what is to be typed: a pipe, a socket or a file. A device is none:
// /dev/null says that there is no input, a terminal belongs to somebody else.
func (p program) input() io.Reader {
	info, err := p.in.Stat()
	if err != nil || info.Mode()&fs.ModeCharDevice != 0 {
		return nil
	}
	return p.in
}

// end reports the outcome at once, and then ends the job if need be.
func (i invocation) end(s *signals, j *runner.Job, o runner.Outcome, err error) int {
	defer j.Close()
	if err != nil {
		return i.abandon(s, j, o, err)
	}
	o.HungUp = o.State != runner.Finished
	status := i.report(o, statusOf(o))
	if o.HungUp {
		i.hangUp(s, j)
	}
	return status
}

// abandon ends a job that was not waited for to an outcome: rt got a signal, or
// nobody takes the output. A reader that went away is no error to be told of.
func (i invocation) abandon(s *signals, j *runner.Job, o runner.Outcome, err error) int {
	o.State, o.Reason, o.Detail, o.HungUp = stateError, "", err.Error(), true
	status := exitError
	if n, ok := s.caught(); ok {
		o.State, o.Detail = stateInterrupted, "rt got "+unix.SignalName(n)
		status = exitSignal + int(n)
	}
	if errors.Is(err, syscall.EPIPE) {
		status = exitSignal + int(syscall.SIGPIPE)
		i.writeStatus(o, status)
	} else {
		status = i.report(o, status)
	}
	i.hangUp(s, j)
	return status
}

func (i invocation) hangUp(s *signals, j *runner.Job) {
	if err := j.HangUp(s.hard, i.options.grace); err != nil {
		i.fail("hang up: %v", err)
	}
}

// failed reports that the command did not even start.
func (i invocation) failed(err error) int {
	why, status := startFailure(err)
	return i.report(runner.Outcome{State: stateError, Detail: why}, status)
}

// statusOf is the exit status that stands for an outcome.
func statusOf(o runner.Outcome) int {
	switch o.State {
	case runner.Finished:
		return *o.Exit
	case runner.Waiting, runner.Listening, runner.Suspended:
		return exitWaiting
	case runner.Timeout:
		return exitTimeout
	}
	return exitUnknown
}
