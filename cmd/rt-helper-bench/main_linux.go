package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/rt-helper/rt-helper/helper/service"
)

// The hidden commands by which the program becomes one of the other processes of
// the measurement.
const (
	serveCommand   = "serve-for-bench"
	crowdCommand   = "crowd-for-bench"
	readerCommand  = "reader-for-bench"
	threadsCommand = "threads-for-bench"
	askCommand     = "ask-for-bench"
)

func main() {
	if done, status := hidden(os.Args[1:]); done {
		os.Exit(status)
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func commands() map[string]func([]string) error {
	return map[string]func([]string) error{
		service.WorkerCommand: workerMain,
		service.CloserCommand: closerMain,
		serveCommand:          serveMain,
		crowdCommand:          crowdMain,
		readerCommand:         readerMain,
		threadsCommand:        threadsMain,
		askCommand:            askMain,
	}
}

// hidden runs one of the hidden commands, if args name one.
func hidden(args []string) (done bool, status int) {
	if len(args) == 0 {
		return false, 0
	}
	f := commands()[args[0]]
	if f == nil {
		return false, 0
	}
	if err := f(args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "rt-helper-bench %s: %v\n", args[0], err)
		return true, 1
	}
	return true, 0
}

// run measures and prints. It returns the exit status: 1 if something failed or
// an answer was wrong, 2 for wrong usage.
func run(args []string, out, log io.Writer) int {
	b, err := parse(args, out, log)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintf(log, "rt-helper-bench: %v\n", err)
		return 2
	}
	failures, err := b.run()
	if err != nil {
		fmt.Fprintf(log, "rt-helper-bench: %v\n", err)
		return 1
	}
	if failures > 0 {
		fmt.Fprintf(log, "rt-helper-bench: %d rows failed\n", failures)
		return 1
	}
	return 0
}

func parse(args []string, out, log io.Writer) (*bench, error) {
	f := flag.NewFlagSet("rt-helper-bench", flag.ContinueOnError)
	f.SetOutput(log)
	short := f.Bool("short", false, "a run of some seconds: it shows that everything works, its figures mean little")
	only := f.String("only", "", "measure the rows whose `section/row` matches this regular expression")
	rounds := f.Int("rounds", 0, "rounds of each program that is watched and does no work")
	profiles := f.String("profile", "", "write CPU profiles of the service's workers into this `directory`")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("what is %q? it takes flags only", f.Arg(0))
	}
	re, err := regexp.Compile(*only)
	if err != nil {
		return nil, fmt.Errorf("-only: %w", err)
	}
	if *profiles != "" { // a worker's directory is another
		if *profiles, err = filepath.Abs(*profiles); err != nil {
			return nil, err
		}
	}
	b := &bench{scale: full(), only: re, out: out, log: log, profiles: *profiles}
	if *short {
		b.scale = brief()
	}
	if *rounds > 0 {
		b.scale.rounds[0].rounds = *rounds
	}
	return b, nil
}
