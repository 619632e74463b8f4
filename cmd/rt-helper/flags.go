package main

import (
	"errors"
	"flag"
	"fmt"
)

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
