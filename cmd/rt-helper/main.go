// Command rt-helper tells whether the foreground job of a terminal is blocked
// waiting for input.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/rt-helper/rt-helper/helper/service"
	"github.com/rt-helper/rt-helper/internal/selftest"
	"github.com/rt-helper/rt-helper/internal/version"
)

// Exit statuses of query and watch.
const (
	exitWaiting   = 0
	exitRunning   = 1 // running, stopped, or no foreground job
	exitError     = 2
	exitUnknown   = 3
	exitListening = 4 // waiting, but not for the terminal alone
)

const usage = `rt-helper tells whether the foreground job of a terminal waits for input.

  rt-helper query [--json] [--explain] [--wait D] [--fd N] TTY
                                                      one terminal
  rt-helper watch [--json] [--until STATE] [--timeout D] [--settle D] [--lateness D]
                  [--skip-shell] TTY | --all | --stdin
                                                      told instead of asked
  rt-helper list [--json] [--watch]                   every terminal of yours
  rt-helper serve [--socket PATH] [--policy own|session]
  rt-helper trace status|pause|resume                 the kernel's trace, on macOS
  rt-helper selftest                                  known waits, checked on this machine
  rt-helper doctor                                    what this machine lacks, and what to do
  rt-helper install | uninstall | status              the service on this machine
  rt-helper version

query exits 0 waiting, 4 waiting but also listening to something else,
1 running, stopped or no foreground job, 3 cannot tell, 2 error. watch exits
likewise for the last answer that it prints, and 0 with --stdin. doctor,
selftest and status exit 1 for what is not well; all exit 2 for an error.
`

// program is what a subcommand may use of the process.
type program struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	out := &output{file: os.Stdout}
	p := program{os.Stdin, out, os.Stderr}
	status := p.run(os.Args[1:])
	if err := out.failed(); err != nil {
		status = p.fail("output: %v", err)
	}
	os.Exit(status)
}

// commands are the subcommands; each returns the exit status.
func (p program) commands() map[string]func([]string) int {
	all := map[string]func([]string) int{
		"query":               p.query,
		"list":                p.list,
		"watch":               p.watch,
		"selftest":            p.selftest,
		selftest.ProbeCommand: p.probe, // hidden: the programs that selftest drives
		"doctor":              p.doctor,
		"version":             p.version,
		"install":             p.install,
		"uninstall":           p.uninstall,
		"status":              p.status,
		"serve":               p.serve,
		"trace":               p.trace,
	}
	for name, f := range service.Commands() { // hidden: processes of the service
		all[name] = func([]string) int { return f() }
	}
	return all
}

func (p program) run(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(p.err, usage)
		return exitError
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		fmt.Fprint(p.out, usage)
		return 0
	case "--version":
		return p.version(nil)
	}
	f, ok := p.commands()[args[0]]
	if !ok {
		return p.fail("%q is no command; rt-helper help lists them", args[0])
	}
	return f(args[1:])
}

// fail prints one line and returns the status of an error.
func (p program) fail(format string, a ...any) int {
	fmt.Fprintf(p.err, "rt-helper: "+format+"\n", a...)
	return exitError
}

// version prints the program's version and what it was built with.
func (p program) version([]string) int {
	fmt.Fprint(p.out, version.Line("rt-helper"))
	return 0
}
