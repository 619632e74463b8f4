package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// installerName is the program for what only an administrator does. It links
// what must not get into the process that serves.
const installerName = "rt-helper-install"

func (p program) install(args []string) int   { return p.installer("install", args) }
func (p program) uninstall(args []string) int { return p.installer("uninstall", args) }
func (p program) status(args []string) int    { return p.installer("status", args) }

// installer runs the program that lies beside this one, with a subcommand.
func (p program) installer(command string, args []string) int {
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
	if err != nil {
		return p.fail("%s: own executable: %v", command, err)
	}
	cmd := exec.Command(filepath.Join(filepath.Dir(self), installerName), append([]string{command}, args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.in, p.outFile(), p.err
	err = cmd.Run()
	var ended *exec.ExitError
	switch {
	case errors.As(err, &ended) && ended.Exited():
		return ended.ExitCode()
	case errors.Is(err, fs.ErrNotExist):
		return p.fail("%s needs the program %s beside %s: take both from one archive or package", command, installerName, self)
	case err != nil:
		return p.fail("%s: %v", command, err)
	}
	return 0
}
