package systemdtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// roles are what the actor does in the machine. Each prints a line when it is
// ready, and ends when its standard input does.
var roles = map[string]func(args []string){
	"live":      live,
	"prompt":    prompt,
	"hold":      hold,
	"crowd":     crowd,
	"bomb":      bomb,
	"bomb-wait": bombWait,
	"confined":  confined,
	"stall":     stall,
}

// actor is a running actor.
type actor struct {
	m     *machine
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	ready string // its first line
}

// act starts an actor as a user.
func (m *machine) act(user, role string, args ...string) *actor {
	m.t.Helper()
	command := append([]string{"runuser", "-u", user, "--", "env", roleVariable + "=" + role, "/rt/actor"}, args...)
	a := &actor{m: m, cmd: m.command(command...)}
	in, err := a.cmd.StdinPipe()
	if err != nil {
		m.t.Fatal(err)
	}
	out, err := a.cmd.StdoutPipe()
	if err != nil {
		m.t.Fatal(err)
	}
	var errors strings.Builder
	a.in, a.out, a.cmd.Stderr = in, bufio.NewReader(out), &errors
	if err := a.cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { in.Close(); _ = a.cmd.Wait() })
	line, err := a.out.ReadString('\n')
	if err != nil {
		m.t.Fatalf("%s of %s: %v\n%s\n%s", role, user, err, errors.String(), m.journal())
	}
	a.ready = strings.TrimSpace(line)
	return a
}

// types writes to the actor's standard input.
func (a *actor) types(text string) {
	a.m.t.Helper()
	if _, err := io.WriteString(a.in, text); err != nil {
		a.m.t.Fatal(err)
	}
}

// end ends the actor, which prints a JSON object at last.
func (a *actor) end(result any) {
	a.m.t.Helper()
	a.in.Close()
	text, _ := io.ReadAll(a.out)
	_ = a.cmd.Wait()
	if err := json.Unmarshal(text, result); err != nil {
		a.m.t.Fatalf("result of an actor: %v: %q", err, text)
	}
}

// untilTold waits until standard input ends.
func untilTold() { _, _ = io.Copy(io.Discard, os.Stdin) }

// fatal ends an actor that cannot do its part.
func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "actor:", err)
		os.Exit(1)
	}
}
