package runner

import (
	"errors"
	"io"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
	"github.com/rt-helper/rt-helper/runner/internal/lines"
)

// Job is a command that runs on a pseudoterminal of its own. Its methods may be
// called from several goroutines, but only one Wait or Drive at a time.
type Job struct {
	options  Options
	pty      *pty.Pty
	terminal *client.Terminal
	cmd      *exec.Cmd
	begun    time.Time
	out      *output
	in       input
	ended    chan struct{} // closed when the command has been waited for
	exit     Exit          // set by then
	relay    io.Closer     // ends what passes keys on; nil: nobody does
	close    sync.Once
}

// ErrNoCommand: Options.Args is empty.
var ErrNoCommand = errors.New("no command to run")

// Start starts a command. The error wraps exec.ErrNotFound or a file system
// error if the command cannot be run. End the job with Close, or with HangUp if
// it has not finished.
func Start(o Options) (*Job, error) {
	if len(o.Args) == 0 {
		return nil, ErrNoCommand
	}
	p, err := pty.Open()
	if err != nil {
		return nil, err
	}
	j := &Job{options: o, pty: p, cmd: o.command(), ended: make(chan struct{})}
	j.in.typed = make(chan struct{}, 1)
	if err := j.start(); err != nil {
		_ = p.Close()
		return nil, err
	}
	return j, nil
}

func (j *Job) start() (err error) {
	if j.terminal, err = client.FromFile(j.pty.Master()); err != nil {
		return err
	}
	if err := j.pty.SetSize(j.options.size()); err != nil {
		return err
	}
	if m, err := j.pty.Modes(); err == nil { // macOS has none before the slave was opened
		m.UTF8 = true
		_ = j.pty.SetModes(m)
	}
	if j.out, err = newOutput(j.pty.Master(), j.options.Output, j.page()); err != nil {
		return err
	}
	if traced(runtime.GOOS) {
		j.hold()
	}
	j.begun = time.Now()
	if err := j.pty.Start(j.cmd); err != nil {
		close(j.ended)
		return err
	}
	go j.reap()
	if j.options.Keys == nil {
		go j.out.pump(j.ended)
		return nil
	}
	j.relay, err = j.startRelay(j.options.Keys)
	return err
}

func (j *Job) page() *lines.Page {
	if j.options.PassThrough {
		return nil
	}
	s := j.options.size()
	return lines.NewPage(int(s.Rows), int(s.Cols), j.reply)
}

func (j *Job) reap() {
	_ = j.cmd.Wait() // the state says more than the error
	j.exit = exitOf(j.cmd.ProcessState)
	close(j.ended)
}

// PID is the process id of the command, which leads its session.
func (j *Job) PID() int { return j.cmd.Process.Pid }

// Ended is closed when the command has ended; output may still have to be read.
func (j *Job) Ended() <-chan struct{} { return j.ended }

// Resize gives the terminal another size, for a PassThrough job.
func (j *Job) Resize(rows, cols int) error {
	return j.pty.SetSize(pty.Size{Rows: uint16(rows), Cols: uint16(cols)})
}

// Close closes the terminal: what still runs on it is hung up, and not waited
// for. A look at the terminal that is under way is let end before, but Close
// does not wait for it.
func (j *Job) Close() {
	j.close.Do(func() {
		if j.relay != nil {
			_ = j.relay.Close()
		}
		go func() {
			_ = j.terminal.Close()
			_ = j.pty.Close()
		}()
	})
}
