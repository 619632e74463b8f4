package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	promprocfs "github.com/prometheus/procfs"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

// needsPrograms skips a test where a program to ask about is missing.
func needsPrograms(t *testing.T) {
	t.Helper()
	for _, name := range []string{"python3", "sh", "cat", "sleep"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is needed: %v", name, err)
		}
	}
}

// started is a bench with a service and without sections run.
func started(t *testing.T) *bench {
	t.Helper()
	b, err := parse([]string{"-short"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	end, err := b.setUp()
	t.Cleanup(func() {
		if err := end(); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func machine(t *testing.T) promprocfs.FS {
	t.Helper()
	fs, err := promprocfs.NewDefaultFS()
	if err != nil {
		t.Fatal(err)
	}
	return fs
}

func jobOf(t *testing.T, command ...string) *job {
	t.Helper()
	j, err := startJob(os.Getuid(), command...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(j.end)
	return j
}

func TestAskerWantsTheRightAnswer(t *testing.T) {
	b := started(t)
	l := &line{socket: b.service.socket}
	defer l.close()
	j := jobOf(t, "sleep", "1000")
	a, err := l.ask(t.Context(), j, byMaster, client.Running)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := a.kept(t.Context(), 3); err != nil || len(p.query) != 3 || len(p.echo) != 3 {
		t.Errorf("kept: %d queries, %d echoes, %v", len(p.query), len(p.echo), err)
	}
	a.want = client.Waiting
	if _, err := a.kept(t.Context(), 1); err == nil {
		t.Error("kept: a wrong answer was not noticed")
	}
	if _, err := a.fresh(t.Context(), 1); err == nil {
		t.Error("fresh: a wrong answer was not noticed")
	}
}

func TestAskerWantsAnEcho(t *testing.T) {
	b := started(t)
	l := &line{socket: b.service.socket}
	defer l.close()
	j := jobOf(t, "sleep", "1000")
	a, err := l.ask(t.Context(), j, bySlave, client.Running)
	if err != nil {
		t.Fatal(err)
	}
	a.echo = "org.varlink.service.GetInfo"
	if _, err := a.kept(t.Context(), 1); err == nil {
		t.Error("a reply that is no echo was not noticed")
	}
	a.echo = "org.example.Other.Method" // answered with another parameter
	if _, err := a.kept(t.Context(), 1); err == nil {
		t.Error("an echo of something else was not noticed")
	}
}

func TestAwaitEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := await(ctx, "nothing", func() (bool, error) { return false, nil }); err == nil {
		t.Error("the end of the context was not noticed")
	}
	broken := filepath.Join(t.TempDir(), "x")
	calls := 0
	err := await(t.Context(), "a file", func() (bool, error) {
		calls++
		_, err := os.Stat(broken)
		return calls > 2, err
	})
	if err != nil || calls != 3 {
		t.Errorf("a missing file is to be waited for: %d calls, %v", calls, err)
	}
}

func TestLostPairs(t *testing.T) {
	busy := &varlink.Error{Name: varlink.Busy}
	unknown := &otherAnswer{client.Answer{State: client.Unknown}, client.Running}
	for _, c := range []struct {
		err     error
		passing bool
	}{
		{fmt.Errorf("call: %w", busy), true},
		{unknown, true},
		{fmt.Errorf("call: %w", io.EOF), true},
		{&otherAnswer{client.Answer{State: client.Waiting}, client.Running}, false},
		{&varlink.Error{Name: varlink.NotOwner}, false},
		{context.DeadlineExceeded, false},
	} {
		p := pairs{}
		if got := p.lose(c.err); got != c.passing {
			t.Errorf("%v: passing %v, want %v", c.err, got, c.passing)
		}
		if said := p.note() != ""; said != c.passing {
			t.Errorf("%v: the note is %q", c.err, p.note())
		}
	}
	p := pairs{}
	for range 3 {
		p.lose(busy)
	}
	if p.lose(busy) {
		t.Error("any number of lost pairs is passed over")
	}
}
