package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/pty"
)

// job is a command in the foreground of a terminal of its own.
type job struct {
	*pty.Pty
	cmd   *exec.Cmd
	slave *os.File // opened with O_PATH
}

// startJob starts a command as a user, who gets the terminal too.
func startJob(uid int, command ...string) (*job, error) {
	p, err := pty.Open()
	if err != nil {
		return nil, err
	}
	j := &job{Pty: p, cmd: exec.Command(command[0], command[1:]...)}
	if uid != os.Getuid() {
		pty.RunAs(j.cmd, uid, uid)
		err = p.Chown(uid, -1)
	}
	if err == nil {
		j.slave, err = openName(p.Path())
	}
	if err == nil {
		err = p.Start(j.cmd)
	}
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	go j.drain()
	return j, nil
}

func openName(path string) (*os.File, error) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return os.NewFile(uintptr(fd), path), nil
}

// drain takes what the job prints, so that it never waits for room.
func (j *job) drain() {
	for buf := make([]byte, 4096); ; {
		if _, err := j.Master().Read(buf); err != nil {
			return
		}
	}
}

// signal sends a signal to the job.
func (j *job) signal(s unix.Signal) error {
	return unix.Kill(-j.cmd.Process.Pid, s) // the leader was not waited for, so the number is the job's
}

// end ends the job and its terminal.
func (j *job) end() {
	_ = j.signal(unix.SIGKILL)
	_ = j.cmd.Wait()
	_ = j.slave.Close()
	_ = j.Close()
}

// typeLine is the user's input.
func (j *job) typeLine() error {
	_, err := j.Master().Write([]byte("line\n"))
	return err
}

// jobs are ended together.
type jobs []*job

func (list *jobs) start(uid int, command ...string) (*job, error) {
	j, err := startJob(uid, command...)
	if err == nil {
		*list = append(*list, j)
	}
	return j, err
}

func (list jobs) end() {
	for _, j := range list {
		j.end()
	}
}

// await asks every millisecond until something has happened.
func await(ctx context.Context, what string, happened func() (bool, error)) error {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		ok, err := happened()
		if err != nil && !gone(err) || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if ok {
			return nil
		}
	}
	return fmt.Errorf("waited in vain for %s", what)
}

// gone reports that a file of a process went with it.
func gone(err error) bool {
	return errors.Is(err, syscall.ENOENT) || errors.Is(err, syscall.ESRCH)
}
