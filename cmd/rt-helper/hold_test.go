package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

// TestHoldTrace: the trace is held by a watch that lasts until it is released;
// where there is none, nothing is watched.
func TestHoldTrace(t *testing.T) {
	began, ended := make(chan bool, 1), make(chan bool, 1)
	status := replies(map[string]any{"trace": client.Trace{Holder: "self", Reason: client.ReasonTracingBusy, Detail: "held by a tool"}})
	watch := func(ctx context.Context, call *varlink.Call) (any, *varlink.Error) {
		if err := call.Continue(said(client.NoForeground, "")); err != nil {
			t.Error(err)
		}
		began <- true
		<-ctx.Done()
		ended <- true
		return said(client.NoForeground, client.EndedShutdown), nil
	}
	ask := served(t, map[string]map[string]varlink.Handler{varlink.TraceInterface: {"Status": status}, varlink.TerminalInterface: {"Watch": watch}})
	var out bytes.Buffer
	release, traced := program{out: &out}.holdTrace(t.Context(), ask)
	if !traced || !<-began || !strings.Contains(out.String(), "held by a tool") {
		t.Errorf("traced %v: %s", traced, out.String())
	}
	release()
	<-ended
	release, traced = program{out: &out}.holdTrace(t.Context(), served(t, nil))
	if release(); traced {
		t.Error("a system without a trace has one")
	}
}

// TestCapture: a file that is there is not written to, and none is left of a
// capture that failed.
func TestCapture(t *testing.T) {
	var out bytes.Buffer
	p := program{out: &out, err: &out}
	file := filepath.Join(t.TempDir(), "golden")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := p.capture(t.Context(), file); !errors.Is(err, os.ErrExist) {
		t.Errorf("%v", err)
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != "mine" {
		t.Errorf("%q, %v", b, err)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.capture(done, file+"2"); err == nil {
		t.Error("a capture that was interrupted")
	}
	if _, err := os.Stat(file + "2"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what is left: %v", err)
	}
}
