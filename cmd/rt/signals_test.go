package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// startPrinting starts rt with a script that prints its process id where it says
// READY, or else first.
func startPrinting(t *testing.T, script string, options ...string) (wait func() said, pid int, signal func(os.Signal)) {
	t.Helper()
	if !strings.Contains(script, "READY") {
		script = "READY; " + script
	}
	cmd := rt(t, append(append([]string{"run"}, options...), "--shell", strings.Replace(script, "READY", "echo $$.", 1))...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(readUntil(t, out, "."), ".")
	if pid, err = strconv.Atoi(first); err != nil {
		t.Fatal(err)
	}
	wait = func() said {
		more, _ := io.ReadAll(out)
		return said{statusIn(t, cmd.Wait()), rest + string(more), errs.String()}
	}
	return wait, pid, func(s os.Signal) { _ = cmd.Process.Signal(s) }
}

func mustBeGone(t *testing.T, pid int) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		if err := syscall.Kill(pid, 0); errors.Is(err, syscall.ESRCH) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("process %d lives on", pid)
		}
	}
}

func TestSignalsEndTheJob(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		wait, pid, signal := startPrinting(t, "trap 'echo bye; exit' HUP; READY; while :; do sleep 0.01; done", "--grace", "100s")
		signal(s)
		got := wait()
		if got.status != exitSignal+int(s) || !strings.Contains(got.err, "[interrupted: rt got ") || !strings.Contains(got.out, "bye") {
			t.Errorf("%v: %+v", s, got)
		}
		mustBeGone(t, pid)
	}
}

// TestSecondSignalKills a job that does not end by itself.
func TestSecondSignalKills(t *testing.T) {
	wait, pid, signal := startPrinting(t, "trap 'echo heard' HUP; READY; while :; do sleep 0.01; done", "--grace", "1h")
	signal(syscall.SIGTERM)
	stop := time.AfterFunc(200*time.Millisecond, func() { signal(syscall.SIGTERM) })
	defer stop.Stop()
	if got := wait(); got.status != exitSignal+int(syscall.SIGTERM) {
		t.Errorf("%+v", got)
	}
	mustBeGone(t, pid)
}

// TestGrace is how long a job may go on.
func TestGrace(t *testing.T) {
	wait, pid, signal := startPrinting(t, "trap '' HUP; READY; while :; do sleep 0.01; done", "--grace", "0.05")
	signal(syscall.SIGTERM)
	if got := wait(); got.status != exitSignal+int(syscall.SIGTERM) {
		t.Errorf("%+v", got)
	}
	mustBeGone(t, pid)
}

// TestReaderGoesAway: rt ends as other programs do, and so does the job.
func TestReaderGoesAway(t *testing.T) {
	cmd := rt(t, "run", "--shell", "echo $$.; exec yes")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(readUntil(t, out, "."), ".")
	pid, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	_ = out.Close()
	if status := statusIn(t, cmd.Wait()); status != exitSignal+int(syscall.SIGPIPE) || errs.Len() > 0 {
		t.Errorf("status %d, %q", status, errs.String())
	}
	mustBeGone(t, pid)
}

// TestKilledOutright: the kernel hangs the job up.
func TestKilledOutright(t *testing.T) {
	wait, pid, signal := startPrinting(t, "exec sleep 1000")
	signal(syscall.SIGKILL)
	wait()
	mustBeGone(t, pid)
}
