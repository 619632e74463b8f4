package main

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/rt-helper/rt-helper/runner"
)

// terminal is the terminal that rt is used on: standard input and output are it.
func (p program) terminal() (*os.File, bool) {
	out, ok := p.out.(*os.File)
	if !ok || !isTerminal(p.in) || !isTerminal(out) {
		return nil, false
	}
	return out, true
}

// interactive passes keys and output through, and ends with the command.
func (i invocation) interactive(s *signals, tty *os.File) int {
	o := i.options.command()
	o.PassThrough, o.Output, o.Keys = true, tty, i.in
	if size, ok := sizeOf(tty); ok {
		o.Rows, o.Cols = i.options.sizeOr(size)
	}
	restore, err := makeRaw(i.in)
	if err != nil {
		return i.failed(err)
	}
	defer restore()
	j, err := runner.Start(o)
	if err != nil {
		restore()
		return i.failed(err)
	}
	defer i.follow(j, tty)()
	outcome, err := j.Wait(s.ctx, i.options.limits())
	restore()
	return i.end(s, j, outcome, err)
}

// follow gives the job's terminal the size of the one rt is on, whenever that
// changes. It returns what ends it.
func (i invocation) follow(j *runner.Job, tty *os.File) func() {
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, syscall.SIGWINCH)
	go func() {
		for range ch {
			if size, ok := sizeOf(tty); ok {
				rows, cols := i.options.sizeOr(size)
				_ = j.Resize(rows, cols) // fails only when the job has gone
			}
		}
	}()
	return func() {
		signal.Stop(ch)
		close(ch)
	}
}
