package runner

import (
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// Options say what to run, and how. Only Args has to be set.
type Options struct {
	// Args is the program, which is sought on the PATH, and its arguments.
	Args []string
	// Dir is the working directory; empty: that of this process.
	Dir string
	// Env is the environment; nil: that of this process. LINES and COLUMNS are
	// left out of it, for they describe another terminal.
	Env []string
	// Rows and Cols are the terminal's size; 0: 30 by 120.
	Rows, Cols int
	// Asker tells when the job waits. Without one a job only ends.
	Asker Asker
	// Output gets what the job prints, as it comes; nil: nobody does. While a
	// write to it blocks the job's output is not read.
	Output io.Writer
	// PassThrough leaves it to Output, a terminal, to answer what programs ask
	// their terminal. Otherwise the runner answers, tells programs that the
	// terminal is an xterm-256color, and keeps the text for outcomes.
	PassThrough bool
	// Keys, if set, is a terminal in raw mode whose keys are passed on to the job.
	Keys *os.File
	// Answered, if set, is called with each answer of a watch as it comes.
	Answered func(client.Answer)
}

// The size of a terminal that nobody looks at.
const (
	defaultRows = 30
	defaultCols = 120
)

func (o Options) size() pty.Size {
	s := pty.Size{Rows: uint16(o.Rows), Cols: uint16(o.Cols)}
	if o.Rows <= 0 {
		s.Rows = defaultRows
	}
	if o.Cols <= 0 {
		s.Cols = defaultCols
	}
	return s
}

func (o Options) command() *exec.Cmd {
	cmd := exec.Command(o.Args[0], o.Args[1:]...)
	cmd.Dir = o.Dir
	cmd.Env = o.Env
	if o.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = environment(cmd.Environ(), o.PassThrough) // Environ adds PWD for Dir
	return cmd
}

// environment is what a command on a terminal of its own gets.
func environment(base []string, passThrough bool) []string {
	var env []string
	for _, e := range base {
		name, _, _ := strings.Cut(e, "=")
		if name == "LINES" || name == "COLUMNS" || name == "TERM" && !passThrough {
			continue
		}
		env = append(env, e)
	}
	if !passThrough {
		env = append(env, "TERM=xterm-256color")
	}
	return env
}
