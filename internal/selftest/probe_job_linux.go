package selftest

import (
	"fmt"
	"syscall"

	"golang.org/x/sys/unix"
)

// self names the probe's own executable, even if its file was replaced since.
const self = "/proc/self/exe"

// spawn starts another probe on the same terminal.
func spawn(mode string, attr syscall.SysProcAttr) (pid int, err error) {
	pid, err = syscall.ForkExec(self, []string{self, ProbeCommand, mode}, &syscall.ProcAttr{
		Files: []uintptr{0, 1, 2}, Sys: &attr,
	})
	if err != nil {
		return 0, fmt.Errorf("start a probe in mode %s: %w", mode, err)
	}
	return pid, nil
}

// waitFor waits for the child's end.
func waitFor(pid int) call {
	return func() (int, error) { return unix.Wait4(pid, nil, 0, nil) }
}

// outsideReader waits for a child that reads the terminal from a session of its
// own, so without being in the foreground job.
func outsideReader() (call, error) {
	pid, err := spawn("read", syscall.SysProcAttr{Setsid: true})
	return waitFor(pid), err
}

// noGroup leaves the terminal with a foreground group whose only process is gone.
func noGroup() (call, error) {
	pid, err := spawn("end", syscall.SysProcAttr{Foreground: true})
	if err != nil {
		return nil, err
	}
	if _, err := waitFor(pid)(); err != nil {
		return nil, fmt.Errorf("wait4: %w", err)
	}
	return nanosleepMode()
}
