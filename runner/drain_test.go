package runner

import (
	"context"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/internal/pty"
	"github.com/rt-helper/rt-helper/runner/internal/lines"
)

// undrained starts a command of sh whose output nobody reads yet.
func undrained(t *testing.T, script string, sink io.Writer) *output {
	t.Helper()
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	cmd := exec.Command("/bin/sh", "-c", script)
	if err := p.Start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	o, err := newOutput(p.Master(), sink, lines.NewPage(30, 80, nil))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestDrainReadsWhatIsThere: without anybody else who reads.
func TestDrainReadsWhatIsThere(t *testing.T) {
	var all strings.Builder
	o := undrained(t, "echo one; echo two; exec sleep 1000", &all)
	until(t, "output", func() bool {
		return o.drain(context.Background()) && strings.Contains(all.String(), "two")
	})
	if all.String() != "one\r\ntwo\r\n" || o.cursorLine() != "" || o.count.Load() != 10 {
		t.Errorf("%q, cursor's line %q, %d bytes", all.String(), o.cursorLine(), o.count.Load())
	}
}

// TestDrainEnds although the job prints on and on.
func TestDrainEnds(t *testing.T) {
	o := undrained(t, "exec yes", io.Discard)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if !o.drain(ctx) {
		t.Error("no end of it")
	}
}

// TestDrainGivesUp when nobody takes the output.
func TestDrainGivesUp(t *testing.T) {
	r, w := io.Pipe()
	defer r.Close()
	o := undrained(t, "echo text; exec sleep 1000", w)
	until(t, "a drain that is stuck", func() bool {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		defer cancel()
		return !o.drain(ctx)
	})
	if o.failure() != nil {
		t.Error("it did not fail, it is late")
	}
}

// TestUnread counts what the kernel holds for the master.
func TestUnread(t *testing.T) {
	o := undrained(t, "printf 12345; exec sleep 1000", nil)
	until(t, "five bytes", func() bool {
		n := 0
		_ = o.raw.Control(func(fd uintptr) { n = unread(int(fd)) })
		return n == 5
	})
	o.drain(context.Background())
	_ = o.raw.Control(func(fd uintptr) {
		if n := unread(int(fd)); n != 0 {
			t.Errorf("%d bytes are left", n)
		}
	})
}

// TestPumpEnds with the command, and when the master is closed.
func TestPumpEnds(t *testing.T) {
	for _, script := range []string{"echo x", "sleep 1000"} {
		j := start(t, nil, script)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			j.out.pump(j.ended) // a second one: reads are in turns
		}()
		if script != "echo x" {
			j.Close()
		}
		select {
		case <-ended:
		case <-time.After(patience):
			t.Errorf("%s: it goes on", script)
		}
	}
}

// TestTypeIntoAFullTerminal ends with its context.
func TestTypeIntoAFullTerminal(t *testing.T) {
	j := start(t, nil, "stty raw -echo; echo ready; exec sleep 1000")
	until(t, "raw mode", func() bool { return strings.Contains(textOf(j), "ready") })
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if err := j.Type(ctx, make([]byte, 1<<20)); err != context.DeadlineExceeded {
		t.Errorf("%v", err)
	}
	if err := j.Type(ctx, []byte("x")); err == nil {
		t.Error("a context that is over lets nothing through")
	}
}

// textOf is what the job has printed so far.
func textOf(j *Job) (s string) {
	j.out.text(func(p *lines.Page) {
		t := p.Take()
		s = t.String()
	})
	return s
}
