package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// answerWith asks about the terminal that rt runs on until the answer is as
// wanted.
func answerWith(t *testing.T, p *pty.Pty, what string, ok func(client.Answer) bool) {
	t.Helper()
	term, err := client.FromFile(p.Master())
	if err != nil {
		t.Fatal(err)
	}
	defer term.Close()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var last client.Answer
	for e, err := range (helper.Local{}).Watch(ctx, term, client.WatchOptions{}) {
		if err != nil {
			t.Fatalf("%s: %v; last answer %+v", what, err, last)
		}
		if last = e.Answer; ok(last) {
			return
		}
	}
}

// TestIsSeenThrough: the terminal that rt runs on waits when the command does.
func TestIsSeenThrough(t *testing.T) {
	p, cmd := onTerminal(t, "run", "--shell", "read x; echo working; sleep 1000")
	answerWith(t, p, "waits", func(a client.Answer) bool {
		return a.State == client.Waiting && a.Reader.Program == "sh" && slices.Equal(a.Via, []string{asComm(t)})
	})
	press(t, p, "\r")
	readUntil(t, p.Master(), "working")
	answerWith(t, p, "works", func(a client.Answer) bool { return a.State == client.Running })
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// asComm is this test's program name, as the kernel has it.
func asComm(t *testing.T) string {
	t.Helper()
	name := rt(t).Path
	name = name[strings.LastIndexByte(name, '/')+1:]
	return name[:min(len(name), 15)]
}

// TestManyKeys: more than a terminal holds, while the command prints as much.
func TestManyKeys(t *testing.T) {
	p, cmd := onTerminal(t, "run", "--shell", `n=0; while read x && [ "$x" != end ]; do echo "$x"; n=$((n+1)); done; echo "n=$n."`)
	go func() { _, _ = p.Master().WriteString(strings.Repeat("some text\r", 5000) + "end\r") }()
	readUntil(t, p.Master(), "n=5000.")
	if status := statusIn(t, cmd.Wait()); status != 0 {
		t.Errorf("status %d", status)
	}
}
