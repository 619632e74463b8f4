package runner

import (
	"os"
	"syscall"
)

// Exit is how a command ended.
type Exit struct {
	// Code is its exit status; 128+n, as shells say it, if signal n ended it.
	Code int
	// Signal ended it; 0: it exited by itself.
	Signal syscall.Signal
}

func exitOf(s *os.ProcessState) Exit {
	status, ok := s.Sys().(syscall.WaitStatus)
	if ok && status.Signaled() {
		return Exit{Code: 128 + int(status.Signal()), Signal: status.Signal()}
	}
	return Exit{Code: s.ExitCode()}
}
