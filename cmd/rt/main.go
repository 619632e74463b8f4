// Command rt runs a command on a terminal of its own, and returns the moment it
// has ended or waits for input.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/rt-helper/rt-helper/internal/version"
	"github.com/rt-helper/rt-helper/runner"
)

// Exit statuses of run besides the command's own.
const (
	exitWaiting = 75  // waiting, listening or suspended: it is somebody else's turn
	exitUnknown = 76  // cannot tell
	exitTimeout = 124 // as timeout(1)
	exitError   = 125
	exitDenied  = 126 // the command cannot be executed
	exitMissing = 127 // there is no such command
	exitSignal  = 128 // and the signal's number
)

const usage = `rt runs a command on a terminal of its own, and returns the moment the command
has ended or waits for input.

  rt run [OPTIONS] -- CMD [ARG...]     rt run --help lists the options
  rt version

  rt run -- sudo true
  printf 'alice\ny\n' | rt run -- ./install.sh
`

// program is what a subcommand may use of the process.
type program struct {
	in       *os.File
	out, err io.Writer
	asker    runner.Asker
}

func main() {
	os.Exit(program{os.Stdin, os.Stdout, os.Stderr, newAsker()}.run(os.Args[1:]))
}

func (p program) run(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(p.err, usage)
		return exitError
	}
	switch args[0] {
	case "run":
		return p.runCommand(args[1:])
	case "version", "--version":
		fmt.Fprint(p.out, version.Line("rt"))
		return 0
	case "help", "-h", "-help", "--help":
		fmt.Fprint(p.out, usage)
		return 0
	}
	return p.fail("%q is no command of rt; to run a program: rt run -- %s", args[0], args[0])
}

// fail prints one line and returns the status of an error.
func (p program) fail(format string, a ...any) int {
	fmt.Fprintf(p.err, "rt: "+format+"\n", a...)
	return exitError
}
