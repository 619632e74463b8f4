// Command rt-helper-install sets the rt-helper service up on a machine without
// the package, removes it, and tells about it. "rt-helper install", "uninstall"
// and "status" run it. It is a program of its own so that what it links does
// not get into the privileged one.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/rt-helper/rt-helper/packaging"
)

const usage = `usage: rt-helper install [--policy own|session] [--dry-run]
       rt-helper uninstall [--dry-run]
       rt-helper status
`

// Exit statuses.
const (
	exitDown  = 1 // status: the service does not answer
	exitError = 2
)

// program is what a subcommand may use of the process.
type program struct {
	machine  packaging.Machine
	from     string // directory of the programs
	out, err io.Writer
}

func main() {
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "rt-helper-install: own executable: %v\n", err)
		os.Exit(exitError)
	}
	p := program{packaging.ThisMachine(), filepath.Dir(self), os.Stdout, os.Stderr}
	os.Exit(p.run(os.Args[1:]))
}

func (p program) run(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(p.err, usage)
		return exitError
	}
	switch args[0] {
	case "install":
		return p.install(args[1:])
	case "uninstall":
		return p.uninstall(args[1:])
	case "status":
		return p.status(args[1:])
	case "help", "-h", "-help", "--help":
		fmt.Fprint(p.out, usage)
		return 0
	}
	return p.fail(fmt.Errorf("%q is no command", args[0]))
}

func (p program) install(args []string) int {
	i, policy, status, ok := p.installer("install", args)
	if !ok {
		return status
	}
	if policy != "own" && policy != "session" {
		return p.fail(fmt.Errorf("policy %q: use own or session", policy))
	}
	i.Policy = policy
	if err := i.Install(); err != nil {
		return p.fail(err)
	}
	if i.DryRun {
		return 0
	}
	return p.status(nil)
}

func (p program) uninstall(args []string) int {
	i, _, status, ok := p.installer("uninstall", args)
	if !ok {
		return status
	}
	if err := i.Uninstall(); err != nil {
		return p.fail(err)
	}
	return 0
}

// installer reads the flags of install and uninstall.
func (p program) installer(name string, args []string) (i packaging.Installer, policy string, status int, ok bool) {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(p.err)
	f.Usage = func() { fmt.Fprint(p.err, usage) }
	word := new(string)
	if name == "install" {
		word = f.String("policy", "own", "")
	}
	dry := f.Bool("dry-run", false, "")
	err := f.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return i, "", 0, false
	case err != nil:
		return i, "", exitError, false
	case f.NArg() > 0:
		return i, "", p.fail(fmt.Errorf("%s: too many arguments: %q", name, f.Args())), false
	}
	return packaging.Installer{Machine: p.machine, From: p.from, DryRun: *dry, Out: p.out}, *word, 0, true
}

// fail prints one line and returns the status of an error.
func (p program) fail(err error) int {
	fmt.Fprintf(p.err, "rt-helper: %v\n", err)
	return exitError
}
