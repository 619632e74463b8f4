package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// HangUp ends the job as the loss of its terminal does: SIGHUP to the command
// and the foreground job; then, if the command does not end within a twentieth of
// the grace, the terminal is closed; what still lives when the grace is over, or
// ctx is done, is killed. What left the session and has no parent in the job any
// more, a daemon, is not the job's. It returns when all are gone; the error names
// what could not be ended. The job is closed then.
func (j *Job) HangUp(ctx context.Context, grace time.Duration) error {
	members := newFamily(j.PID())
	alive, err := members.look(nil)
	if j.finished() {
		j.Close()
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	if heard := j.signal(syscall.SIGHUP); heard {
		j.signal(syscall.SIGCONT)
		j.lastWords(ctx, grace/20)
	}
	j.Close()
	for moment := time.Millisecond; wait(ctx, &moment); {
		if alive, err = members.look(alive); len(alive) == 0 {
			break
		}
	}
	return errors.Join(err, j.kill(members, alive))
}

func (j *Job) finished() bool {
	select {
	case <-j.ended:
		return true
	default:
		return false
	}
}

// look lists the members that are alive. If that cannot be told, they are those
// of before.
func (f *family) look(before []process) ([]process, error) {
	all, err := processes()
	if err != nil {
		return before, err
	}
	return f.among(all), nil
}

// signal sends a signal to the foreground job and to the command's own process
// group. False: no process there may be sent one, for all run as another user.
func (j *Job) signal(s syscall.Signal) bool {
	own := j.PID() // leads its session, and so a group
	heard := syscall.Kill(-own, s) == nil
	if group, err := j.pty.ForegroundGroup(); err == nil && group > 1 && group != own {
		heard = syscall.Kill(-group, s) == nil || heard
	}
	return heard
}

// lastWords gives the command time to end and to print.
func (j *Job) lastWords(ctx context.Context, most time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	select {
	case <-j.ended:
	case <-ctx.Done():
		return
	}
	j.out.drain(ctx)
}

// wait waits a moment, the next time a longer one; false: ctx is done.
func wait(ctx context.Context, moment *time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(*moment):
		*moment = min(2**moment, brief)
		return true
	}
}

// kill kills what is left of the job, and what it starts meanwhile. It returns
// when the command has been waited for, too.
func (j *Job) kill(members *family, alive []process) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	var failed error
	for moment := time.Millisecond; len(alive) > 0; {
		failed = killAll(alive)
		if !wait(ctx, &moment) {
			return errors.Join(failed, fmt.Errorf("process %d of the job could not be ended", alive[0].pid))
		}
		var err error
		if alive, err = members.look(alive); err != nil {
			return err
		}
	}
	_ = j.cmd.Process.Kill() // if processes could not be listed
	select {
	case <-j.ended:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("the command, process %d, could not be ended", j.PID())
	}
}

func killAll(list []process) error {
	var failed error
	for _, p := range list {
		if err := p.kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			failed = errors.Join(failed, fmt.Errorf("kill process %d: %w", p.pid, err))
		}
	}
	return failed
}
