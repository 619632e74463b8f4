package main

import (
	"errors"
	"io/fs"
	"os/exec"
	"syscall"
)

// startFailure says why a command was not started: as shells do, if it is the
// command that cannot be run.
func startFailure(err error) (why string, status int) {
	var search *exec.Error
	var call *fs.PathError
	switch {
	case errors.As(err, &search):
		why = search.Name + ": " + search.Err.Error()
	case errors.As(err, &call) && call.Op == "fork/exec":
		why = call.Path + ": " + call.Err.Error()
	default:
		return err.Error(), exitError
	}
	for _, denied := range []error{fs.ErrPermission, exec.ErrDot, syscall.ENOEXEC} {
		if errors.Is(err, denied) {
			return why, exitDenied
		}
	}
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		return why, exitMissing
	}
	return why, exitError
}
