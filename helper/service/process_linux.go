package service

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// The hidden commands by which the program is started as a worker, or as a
// process that does nothing but drop descriptors.
const (
	WorkerCommand = "worker"
	CloserCommand = "closer"
)

// process is a worker as its supervisor sees it.
type process struct {
	key   uint32
	ctl   *control
	cmd   *exec.Cmd
	conns map[uint64]bool
	since time.Time // when it last had a connection
	lost  bool      // it said that a look got stuck, or its socket ended
}

// startProcess starts a worker from the running program's own image, which
// stays there when an upgrade replaces the file.
func startProcess(key uint32, s setup, d *desk) (*process, error) {
	ctl, theirs, err := controlPair()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	cmd := exec.Command("/proc/self/exe", WorkerCommand)
	cmd.Env = []string{"GOMAXPROCS=2", "GOTRACEBACK=single"}
	cmd.Dir = "/"
	cmd.Stderr = os.Stderr
	cmd.ExtraFiles = []*os.File{theirs}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a ^C at the supervisor's terminal is for the supervisor
	if s.Desk = d != nil; s.Desk {
		line, err := d.open()
		if err != nil {
			_ = ctl.sock.Close()
			return nil, err
		}
		defer line.Close()
		cmd.ExtraFiles = append(cmd.ExtraFiles, line)
	}
	if err := cmd.Start(); err != nil {
		_ = ctl.sock.Close()
		return nil, fmt.Errorf("start a worker: %w", err)
	}
	p := &process{key: key, ctl: ctl, cmd: cmd, conns: map[uint64]bool{}, since: time.Now()}
	if err := ctl.send(s, nil); err != nil {
		_ = cmd.Process.Kill()
		return p, fmt.Errorf("set a worker up: %w", err)
	}
	return p, nil
}

// wait returns when the process has ended, and whether somebody else killed it:
// the kernel does so for memory. A process in a sleep that cannot end is waited
// for as long as that takes.
func (p *process) wait() (killed bool) {
	_ = p.cmd.Wait()
	st, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && st.Signaled() && st.Signal() == syscall.SIGKILL
}
