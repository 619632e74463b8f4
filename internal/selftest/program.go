package selftest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	"github.com/rt-helper/rt-helper/internal/pty"
)

// program is a row's program, running on a terminal of its own.
type program struct {
	term *pty.Pty
	cmd  *exec.Cmd // nil if nothing runs
	out  *transcript
	feed *os.File    // write end of the outer pipe, if there is one
	held []io.Closer // what else is closed at the end
}

// start opens the terminal and starts the row's program on it.
func start(r row, o Options) (*program, error) {
	term, err := pty.Open()
	if err != nil {
		return nil, err
	}
	p := &program{term: term}
	if err := p.start(r, o); err != nil {
		p.cmd = nil // it is not running
		p.end()
		return nil, err
	}
	return p, nil
}

func (p *program) start(r row, o Options) error {
	// A size, so that relays, which copy it, can be told from windows.
	if err := p.term.SetSize(pty.Size{Rows: 24, Cols: 80}); err != nil {
		return err
	}
	p.out = listen(p.term.Master())
	argv := r.command(o)
	if argv == nil {
		return nil
	}
	p.cmd = exec.Command(argv[0], argv[1:]...)
	p.cmd.Dir, p.cmd.Env = "/", environment()
	if r.needs.setuid {
		if err := p.becomeUser(); err != nil {
			return err
		}
	}
	third, err := p.third(r.third)
	if err != nil {
		return err
	}
	if third != nil {
		defer third.Close()
		p.cmd.ExtraFiles = []*os.File{third}
	}
	return p.term.Start(p.cmd)
}

// command is the row's command line; nil if nothing is to run.
func (r row) command(o Options) []string {
	switch {
	case r.mode != "" && r.needs.bits32:
		return []string{o.Self32, ProbeCommand, r.mode}
	case r.mode != "":
		return []string{o.Self, ProbeCommand, r.mode}
	default:
		return r.argv
	}
}

// environment is small and the same for everybody: no start-up files, no locale.
func environment() []string {
	path := os.Getenv("PATH")
	if path == "" {
		path = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
	}
	return []string{"PATH=" + path, "LC_ALL=C", "TERM=xterm", "HOME=/", "PS1=READY "}
}

// becomeUser makes the terminal and the program an unprivileged user's, as after
// a login.
func (p *program) becomeUser() error {
	uid, gid, err := plainUser()
	if err != nil {
		return err
	}
	pty.RunAs(p.cmd, uid, gid)
	return p.term.Chown(uid, -1)
}

// third opens descriptor 3; the caller closes it once the program has it.
func (p *program) third(kind third) (*os.File, error) {
	switch kind {
	case outerPipe:
		r, w, err := os.Pipe()
		if err != nil {
			return nil, fmt.Errorf("pipe: %w", err)
		}
		p.feed, p.held = w, append(p.held, w)
		return r, nil
	case otherTerminal:
		other, err := pty.Open()
		if err != nil {
			return nil, err
		}
		p.held = append(p.held, other)
		return other.Slave()
	default:
		return nil, nil
	}
}

// end kills the program and closes its terminal, which ends what it had started.
func (p *program) end() {
	if p.cmd != nil {
		_ = p.cmd.Process.Kill() // it may have ended by itself
	}
	_ = p.term.Close()
	for _, c := range p.held {
		_ = c.Close()
	}
	if p.cmd != nil {
		_ = p.cmd.Wait() // its status is that of a killed process
	}
}

// cannotStart tells failures to start that are no fault of what is tested.
func cannotStart(err error) (reason string, skip bool) {
	if errors.Is(err, syscall.ENOEXEC) {
		return "this kernel does not run 32-bit programs", true
	}
	return "", false
}

// lastWords quotes the end of the program's output, for a failure.
func (p *program) lastWords() string {
	return fmt.Sprintf("; its output ended with %q", p.out.tail(120))
}
