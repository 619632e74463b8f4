package main

import (
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/internal/pty"
)

// onTerminal runs rt on a terminal of 40 by 100.
func onTerminal(t *testing.T, args ...string) (*pty.Pty, *exec.Cmd) {
	t.Helper()
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	if err := p.SetSize(pty.Size{Rows: 40, Cols: 100}); err != nil {
		t.Fatal(err)
	}
	cmd := rt(t, args...)
	if err := p.Start(cmd); err != nil {
		t.Fatal(err)
	}
	if err := p.Master().SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	return p, cmd
}

func press(t *testing.T, p *pty.Pty, keys string) {
	t.Helper()
	if _, err := io.WriteString(p.Master(), keys); err != nil {
		t.Fatal(err)
	}
}

// TestPassesKeysThrough: rt does not stop when the command waits, draws nothing,
// and ends with it.
func TestPassesKeysThrough(t *testing.T) {
	p, cmd := onTerminal(t, "run", "--shell", `stty size; echo $TERM; printf 'Name? '; read x; echo "<$x>"; read y; echo "<$y>"; exit 6`)
	got := readUntil(t, p.Master(), "Name? ")
	press(t, p, "bob\r")
	got += readUntil(t, p.Master(), "<bob>")
	press(t, p, "\x04")
	got += readUntil(t, p.Master(), "<>")
	if status := statusIn(t, cmd.Wait()); status != 6 {
		t.Errorf("status %d", status)
	}
	if !strings.HasPrefix(got, "40 100\r\n") || strings.Contains(got, "[") || !strings.Contains(got, "Name? bob\r\n<bob>\r\n") {
		t.Errorf("%q", got)
	}
}

// TestKeysThatSendSignals go to the command; the settings are restored.
func TestKeysThatSendSignals(t *testing.T) {
	p, cmd := onTerminal(t, "run", "--shell", "trap 'echo caught; exit 3' INT; echo ready; while :; do sleep 0.01; done")
	before := pty.Modes{Echo: true, Canonical: true}
	readUntil(t, p.Master(), "ready")
	if m, err := p.Modes(); err != nil || m.Echo || m.Canonical {
		t.Errorf("not raw: %+v, %v", m, err)
	}
	press(t, p, "\x03")
	readUntil(t, p.Master(), "caught")
	if status := statusIn(t, cmd.Wait()); status != 3 {
		t.Errorf("status %d", status)
	}
	if m, err := p.Modes(); err != nil || m.Echo != before.Echo || m.Canonical != before.Canonical {
		t.Errorf("not restored: %+v, %v", m, err)
	}
}

func TestFollowsTheSize(t *testing.T) {
	p, cmd := onTerminal(t, "run", "--shell", "trap 'stty size; exit' WINCH; echo ready; while :; do sleep 0.01; done")
	readUntil(t, p.Master(), "ready")
	if err := p.SetSize(pty.Size{Rows: 50, Cols: 132}); err != nil {
		t.Fatal(err)
	}
	// Whoever leads the session is in the foreground, and so is told by the kernel.
	readUntil(t, p.Master(), "50 132")
	statusIn(t, cmd.Wait())
}

func TestSignalOnATerminal(t *testing.T) {
	p, cmd := onTerminal(t, "run", "--grace", "0.05", "--shell", "echo ready; sleep 1000")
	readUntil(t, p.Master(), "ready")
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	readUntil(t, p.Master(), "[interrupted: rt got SIGTERM; the job is hung up]")
	if status := statusIn(t, cmd.Wait()); status != 143 {
		t.Errorf("status %d", status)
	}
}
