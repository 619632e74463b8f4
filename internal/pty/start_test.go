package pty

import (
	"bytes"
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

func TestStartGivesAControllingTerminal(t *testing.T) {
	p := open(t)
	cmd := shell("tty; echo to-tty >/dev/tty; read line; echo got:$line")
	start(t, p, cmd)
	if out := readUntil(t, p, "to-tty"); !strings.Contains(out, p.Path()) {
		t.Errorf("tty said %q, want %s", out, p.Path())
	}
	group, err := p.ForegroundGroup()
	if err != nil || group != cmd.Process.Pid {
		t.Errorf("foreground group %d, %v; want the command's, %d", group, err, cmd.Process.Pid)
	}
	if _, err := p.Master().WriteString("word\n"); err != nil {
		t.Fatal(err)
	}
	if out := readEnd(t, p); !strings.Contains(out, "got:word") {
		t.Errorf("got %q", out)
	}
}

// TestEndIsReported fails when any slave descriptor is left in this process:
// then the master would stay silent for ever.
func TestEndIsReported(t *testing.T) {
	for round := range 20 {
		p := open(t)
		cmd := shell("exit 7")
		start(t, p, cmd)
		readEnd(t, p)
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 7 {
			t.Fatalf("round %d: %v, want exit status 7", round, err)
		}
	}
}

func TestNoOutputIsLost(t *testing.T) {
	const lines = 50000
	p := open(t)
	start(t, p, shell("i=0; while [ $i -lt "+strconv.Itoa(lines)+" ]; do echo line $i; i=$((i+1)); done"))
	out := readEnd(t, p)
	got := strings.Count(out, "\n")
	last := "line " + strconv.Itoa(lines-1) + "\r\n"
	if got != lines || !strings.HasSuffix(out, last) {
		t.Errorf("%d of %d lines, last %q", got, lines, tail(out))
	}
}

func TestOutputOutlivesTheCommand(t *testing.T) {
	want := strings.Repeat("x", 1500) // below what a terminal buffers, so the command can end unread
	p := open(t)
	cmd := shell("printf %s " + want)
	start(t, p, cmd)
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if got := readEnd(t, p); got != want {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
}

func TestStartKeepsRedirections(t *testing.T) {
	p := open(t)
	var out bytes.Buffer
	cmd := shell("cat; echo seen >/dev/tty")
	cmd.Stdin, cmd.Stdout = strings.NewReader("from a file"), &out
	start(t, p, cmd)
	readUntil(t, p, "seen")
	if err := cmd.Wait(); err != nil || out.String() != "from a file" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

func TestStartRefuses(t *testing.T) {
	var sink bytes.Buffer
	full := shell("true")
	full.Stdin, full.Stdout, full.Stderr = strings.NewReader(""), &sink, &sink
	for _, c := range []struct {
		name string
		cmd  *exec.Cmd
		want error
	}{
		{"no descriptor left", full, ErrNoTerminal},
		{"no such program", exec.Command("/nonexistent/program"), nil},
	} {
		p := open(t)
		err := p.Start(c.cmd)
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		} else if !strings.Contains(err.Error(), p.Path()) || !strings.Contains(err.Error(), c.cmd.Path) {
			t.Errorf("%s: the error names too little: %v", c.name, err)
		}
	}
}
