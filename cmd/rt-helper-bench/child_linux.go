package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/rt-helper/rt-helper/internal/pty"
)

// patience bounds what would otherwise hang; no figure depends on its length.
const patience = 60 * time.Second

// child is another process of the measurement, started from this program. It
// answers lines with lines, and ends when its input does, so that nothing is
// left behind if this process is killed.
type child struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// startChild starts a hidden command as a user, and returns when it has printed
// its first line.
func startChild(uid int, env []string, args ...string) (*child, error) {
	cmd := exec.Command("/proc/self/exe", args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	if uid != os.Getuid() {
		pty.RunAs(cmd, uid, uid)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", args[0], err)
	}
	c := &child{cmd: cmd, in: in, out: bufio.NewReader(out)}
	if _, err := c.line(); err != nil {
		return nil, errors.Join(fmt.Errorf("start %s: %w", args[0], err), c.end())
	}
	return c, nil
}

// line returns the next line of the child.
func (c *child) line() (string, error) {
	s, err := c.out.ReadString('\n')
	return strings.TrimSuffix(s, "\n"), err
}

// ask sends a line and returns the answer.
func (c *child) ask(question string) (string, error) {
	if _, err := io.WriteString(c.in, question+"\n"); err != nil {
		return "", err
	}
	return c.line()
}

// end ends the child's input, and the child if it does not end by itself.
func (c *child) end() error {
	_, err := c.last()
	return err
}

// last is end, and returns what the child had to say in the end.
func (c *child) last() (string, error) {
	_ = c.in.Close()
	kill := time.AfterFunc(patience, func() { _ = c.cmd.Process.Kill() })
	defer kill.Stop()
	rest, _ := io.ReadAll(c.out)
	if err := c.cmd.Wait(); err != nil {
		return "", fmt.Errorf("%s: %w", c.cmd.Args[1], err)
	}
	return string(rest), nil
}
