package attack

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/pty"
)

// Variables that tell the stages where things are.
const (
	dirVariable  = "RT_ATTACK_DIR"
	nodeVariable = "RT_ATTACK_FUSE"
)

// Attack says what to start.
type Attack struct {
	// Dir is a directory that everybody may use: see Prepare.
	Dir string
	// UID is the user and group that the program runs as.
	UID int
	// Pty becomes the program's controlling terminal; nil: it has none.
	Pty *pty.Pty
	// Host mounts the program's file system in the machine's own user namespace
	// and open to all users, as an administrator may permit. Otherwise the
	// program makes a user namespace, in which it mounts it.
	Host bool
	// Plain runs the program without namespaces and without a file system.
	Plain bool
	// Root starts the program as root, to make a scene that takes it.
	Root bool
	// Input becomes the program's descriptor 5; nil: it has none.
	Input *os.File
	// Program is one of the programs, with its arguments.
	Program string
	Args    []string
}

// Prepare makes a directory fit for attacks: everybody may write there, and it
// has a node of /dev/fuse. It takes root.
func Prepare(dir string) error {
	for _, d := range []string{filepath.Dir(dir), dir} {
		if err := os.Chmod(d, 0o755); err != nil {
			return err
		}
	}
	if err := os.Chmod(dir, 0o777|os.ModeSticky); err != nil {
		return err
	}
	node := filepath.Join(dir, "fuse")
	if err := unix.Mknod(node, unix.S_IFCHR, int(unix.Mkdev(10, 229))); err != nil {
		return fmt.Errorf("mknod %s: %w", node, err)
	}
	return os.Chmod(node, 0o666)
}

// Running is a started attack. End it.
type Running struct {
	PID    int // of the process that runs the program
	Server int // of the file system's process, 0 if there is none
	cmd    *exec.Cmd
	life   *os.File
	status *os.File
	lines  *bufio.Reader
	passed []string // lines that nobody has waited for yet
}

// Start starts the attack and returns when the program runs.
func (a Attack) Start() (*Running, error) {
	status, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	life, alive, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, status.Close(), w.Close())
	}
	r := &Running{cmd: a.command(), life: alive, status: status, lines: bufio.NewReader(status)}
	r.cmd.ExtraFiles = []*os.File{w, life}
	if a.Input != nil {
		r.cmd.ExtraFiles = append(r.cmd.ExtraFiles, a.Input)
	}
	if a.Pty != nil {
		err = a.Pty.Start(r.cmd)
	} else {
		err = r.cmd.Start()
	}
	_, _ = w.Close(), life.Close()
	if err == nil {
		var text string
		text, err = r.Await("pid")
		r.PID, _ = strconv.Atoi(text)
	}
	if err != nil {
		r.End()
		return nil, fmt.Errorf("start %s: %w", a.Program, err)
	}
	return r, nil
}

func (a Attack) command() *exec.Cmd {
	args := append([]string{a.Program}, a.Args...)
	switch {
	case a.Plain:
		args = append([]string{command, stagePlain}, args...)
	case a.Host:
		args = append([]string{command, stageHost, strconv.Itoa(a.UID)}, args...)
	default:
		args = append([]string{command, stageUser}, args...)
	}
	cmd := exec.Command("/proc/self/exe", args...)
	cmd.Env = append(os.Environ(), dirVariable+"="+a.Dir, nodeVariable+"="+filepath.Join(a.Dir, "fuse"))
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if !a.Root && (!a.Host || a.Plain) {
		pty.RunAs(cmd, a.UID, a.UID)
	}
	return cmd
}

// patience bounds what would otherwise hang; nothing depends on its length.
const patience = 30 * time.Second

// Await waits for a status line that begins with word, and returns the rest.
// Lines that came before it stay for a later call.
func (r *Running) Await(word string) (string, error) {
	for i, line := range r.passed {
		if first, rest, _ := strings.Cut(line, " "); first == word {
			r.passed = append(r.passed[:i], r.passed[i+1:]...)
			return rest, nil
		}
	}
	_ = r.status.SetReadDeadline(time.Now().Add(patience))
	for {
		line, err := r.lines.ReadString('\n')
		if err != nil {
			return "", fmt.Errorf("wait for %q: %w", word, err)
		}
		line = strings.TrimSuffix(line, "\n")
		first, rest, _ := strings.Cut(line, " ")
		if first == "server" {
			r.Server, _ = strconv.Atoi(rest)
		}
		if first == word {
			return rest, nil
		}
		r.passed = append(r.passed, line)
	}
}

// Release lets the contents of LaterFile come that were asked for so far.
func (r *Running) Release() error { return unix.Kill(r.Server, unix.SIGUSR1) }

// End ends the file system first, so that nothing sleeps for it any more, then
// the program, and waits for it.
func (r *Running) End() {
	if r.Server != 0 {
		_ = unix.Kill(r.Server, unix.SIGKILL)
	}
	_ = r.life.Close()
	if r.cmd.Process != nil {
		_ = r.cmd.Process.Kill()
		_ = r.cmd.Wait()
	}
	_ = r.status.Close()
}
