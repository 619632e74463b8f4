package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"time"
)

// maxSeconds is more than anybody waits, and fits in a duration.
const maxSeconds = 1e9

// durationFlag defines a flag whose value is a duration, or a number of seconds.
func durationFlag(f *flag.FlagSet, name, usage string) *time.Duration {
	d := new(time.Duration)
	f.Func(name, usage, func(s string) error {
		v, err := time.ParseDuration(s)
		if seconds, ferr := strconv.ParseFloat(s, 64); err != nil && ferr == nil && seconds >= 0 && seconds < maxSeconds {
			v, err = time.Duration(seconds*float64(time.Second)), nil
		}
		if err != nil || v < 0 {
			return errors.New("write a duration such as 90s or 5m, or a number of seconds")
		}
		*d = v
		return nil
	})
	return d
}

// parse reads a subcommand's flags; flags may also stand behind the argument.
// The second result is false when the command is to end with the status.
func (p program) parse(f *flag.FlagSet, args []string, most int) (rest []string, status int, ok bool) {
	f.SetOutput(p.err)
	f.Usage = func() {
		fmt.Fprintf(p.err, "usage: rt-helper %s\n", f.Name())
		f.PrintDefaults()
	}
	for {
		err := f.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			return nil, 0, false
		}
		if err != nil {
			return nil, exitError, false
		}
		if f.NArg() == 0 {
			break
		}
		rest = append(rest, f.Arg(0))
		args = f.Args()[1:]
	}
	if len(rest) > most {
		p.fail("%s: too many arguments: %q", f.Name(), rest[most:])
		return nil, exitError, false
	}
	return rest, 0, true
}
