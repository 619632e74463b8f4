package pty

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// patience bounds what would otherwise hang; nothing depends on its length.
const patience = 20 * time.Second

func open(t *testing.T) *Pty {
	t.Helper()
	p, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func shell(script string, args ...string) *exec.Cmd {
	return exec.Command("/bin/sh", append([]string{"-c", script, "sh"}, args...)...)
}

// start starts a command that the test ends, if nothing else does.
func start(t *testing.T, p *Pty, cmd *exec.Cmd) {
	t.Helper()
	if err := p.Start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // the second Wait of a test that waited itself fails: harmless
	})
}

// readEnd reads the master until the job has ended.
func readEnd(t *testing.T, p *Pty) string {
	t.Helper()
	return readUntil(t, p, "")
}

// readUntil reads the master until mark has been printed; "" is never printed.
func readUntil(t *testing.T, p *Pty, mark string) string {
	t.Helper()
	var all bytes.Buffer
	buf := make([]byte, 4096)
	if err := p.Master().SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	for {
		n, err := p.Master().Read(buf)
		all.Write(buf[:n])
		if mark != "" && strings.Contains(all.String(), mark) {
			return all.String()
		}
		if err == nil {
			continue
		}
		if mark != "" || !Ended(err) {
			t.Fatalf("read ended with %v after %q", err, tail(all.String()))
		}
		return all.String()
	}
}

func tail(s string) string { return s[max(0, len(s)-200):] }

// mustTimeOut checks that a read of the silent master honours its deadline.
func mustTimeOut(t *testing.T, p *Pty) {
	t.Helper()
	if err := p.Master().SetReadDeadline(time.Now().Add(20 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := p.Master().Read(make([]byte, 1))
		done <- err
	}()
	select {
	case err := <-done:
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("read of a silent master: %v, want a deadline error", err)
		}
	case <-time.After(patience):
		t.Error("the read ignored its deadline")
	}
}

// numberAfter gets the number that follows word in out and ends with a full stop.
func numberAfter(t *testing.T, out, word string) int {
	t.Helper()
	_, rest, _ := strings.Cut(out, word)
	digits, _, _ := strings.Cut(rest, ".")
	n, err := strconv.Atoi(digits)
	if err != nil {
		t.Fatalf("no number after %q in %q", word, out)
	}
	return n
}
