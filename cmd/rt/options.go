package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"time"

	"github.com/rt-helper/rt-helper/runner"
)

const runUsage = `usage: rt run [OPTIONS] -- CMD [ARG...]
       rt run [OPTIONS] --shell 'LINE'

Runs CMD on a terminal of its own and returns the moment it has ended or waits
for input. What it prints goes to standard output as it comes.

Exit status: that of CMD, 128+N if signal N ended it; 75 it waits, listens or is
suspended; 76 cannot tell; 124 time limit; 125 rt failed; 126, 127 CMD cannot be
run. A line on standard error says who waits and for what. As a CMD may use the
same numbers, --status-fd and --status-file tell for certain: one line, a word
(finished, waiting, listening, suspended, unknown, timeout, interrupted, error)
and the exit status.

From a terminal, with standard input and output, keys are passed on and rt ends
with CMD. Otherwise, if standard input is a pipe or a file, one line of it is
typed each time CMD waits, and ^D once at its end; passwords, too, if it asks for
one. /dev/null, a terminal and an empty pipe are no input: CMD waiting is the
outcome then.

A CMD that has not ended when rt returns is hung up: SIGHUP, its terminal is
closed, and SIGKILL after the grace. SIGINT, SIGTERM, SIGHUP and SIGQUIT to rt do
the same.

`

// runOptions are the options of run.
type runOptions struct {
	json, events, hangup    bool
	passTimed               bool
	timeout, grace, quiet   time.Duration
	statusFD                int
	statusFile, dir, script string
	rows, cols              int
	args                    []string
}

func (p program) parseRun(args []string) (o runOptions, status int, ok bool) {
	f := flag.NewFlagSet("run", flag.ContinueOnError)
	f.SetOutput(p.err)
	f.Usage = func() {
		fmt.Fprint(p.err, runUsage)
		f.PrintDefaults()
	}
	o.define(f)
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return o, 0, false
	case err != nil:
		return o, exitError, false
	}
	o.args = f.Args()
	if err := o.check(); err != nil {
		return o, p.fail("run: %v", err), false
	}
	return o, 0, true
}

func (o *runOptions) define(f *flag.FlagSet) {
	o.grace, o.quiet = 10*time.Second, 3*time.Second
	f.BoolVar(&o.json, "json", false, "print one JSON object, with the output as plain text: 16 kB, beginning and end")
	f.BoolVar(&o.events, "events", false, "print JSON lines: output as it comes, answers, the outcome")
	f.BoolVar(&o.hangup, "hangup", true, "hang up a command that has not ended; this version always does, for it keeps no sessions")
	f.IntVar(&o.statusFD, "status-fd", -1, "write the word and the exit status to descriptor `N`")
	f.StringVar(&o.statusFile, "status-file", "", "write the word and the exit status to `FILE`")
	f.StringVar(&o.dir, "cwd", "", "run the command in directory `D`")
	f.StringVar(&o.script, "shell", "", "run `LINE` with sh instead of a command")
	sizeVar(f, &o.rows, "rows", "height of the terminal: `N` lines (30, or that of the terminal rt is on)")
	sizeVar(f, &o.cols, "cols", "width of the terminal: `N` columns (120, or that of the terminal rt is on)")
	durationVar(f, &o.timeout, "timeout", "the outcome after `D`, such as 90s or 5m; rt returns when the command has been hung up,\nwithin the grace then; 0: no limit")
	durationVar(f, &o.grace, "grace", "kill a command that was hung up `D` later (10s)")
	f.Func("timed", "what a wait is that ends by itself, such as read -t: `wait`, an outcome as any other,\nor \"pass\", none: the command is typed at if there is input, or goes on (wait)", o.setTimed)
	durationVar(f, &o.quiet, "quiet", "how long nothing is printed before \"listening\" or \"cannot tell\" is an outcome,\nand how long input from a pipe is waited for: `D` (3s)")
}

func (o *runOptions) setTimed(s string) error {
	if s != "wait" && s != "pass" {
		return errors.New("write wait or pass")
	}
	o.passTimed = s == "pass"
	return nil
}

// maxSeconds is more than anybody waits, and fits in a duration.
const maxSeconds = 1e9

// durationVar defines an option whose value is a duration, or a number of seconds.
func durationVar(f *flag.FlagSet, d *time.Duration, name, usage string) {
	f.Func(name, usage, func(s string) error {
		v, err := time.ParseDuration(s)
		if seconds, ferr := strconv.ParseFloat(s, 64); err != nil && ferr == nil && seconds >= 0 && seconds < maxSeconds {
			v, err = time.Duration(seconds*float64(time.Second)), nil
		}
		if err != nil || v < 0 {
			return fmt.Errorf("write a duration such as 90s or 5m")
		}
		*d = v
		return nil
	})
}

// sizeVar defines an option whose value is a size of a terminal.
func sizeVar(f *flag.FlagSet, n *int, name, usage string) {
	const most = 1<<16 - 1 // a window size holds no more
	f.Func(name, usage, func(s string) error {
		v, err := strconv.Atoi(s)
		if err != nil || v < 1 || v > most {
			return fmt.Errorf("write a number between 1 and %d", most)
		}
		*n = v
		return nil
	})
}

func (o *runOptions) check() error {
	switch {
	case o.json && o.events:
		return errors.New("--json and --events: choose one")
	case !o.hangup:
		return errors.New("--hangup=false: this version keeps no sessions, a command that has not ended is hung up")
	case o.statusFD >= 0 && o.statusFile != "":
		return errors.New("--status-fd and --status-file: choose one")
	case o.script != "" && len(o.args) > 0:
		return errors.New("--shell and a command: choose one")
	case o.script == "" && len(o.args) == 0:
		return errors.New("no command: rt run -- CMD [ARG...]")
	}
	if o.script != "" {
		o.args = []string{"/bin/sh", "-c", o.script}
	}
	return nil
}

// command is what the runner is to start.
func (o runOptions) command() runner.Options {
	return runner.Options{Args: o.args, Dir: o.dir, Rows: o.rows, Cols: o.cols}
}

// limits of the wait. No quiet at all is as little as can be.
func (o runOptions) limits() runner.Limits {
	return runner.Limits{Timeout: o.timeout, Quiet: max(o.quiet, time.Nanosecond), PassTimed: o.passTimed}
}
