package selftest

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// TestMain lets the test binary be started as a probe.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == ProbeCommand {
		os.Exit(Probe(os.Args[2]))
	}
	os.Exit(m.Run())
}

// options ask an asker that must not be asked, unless the test sets another.
func options(t *testing.T) Options {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Self: self, Root: true, Patience: 20 * time.Second}
	o.Asker = func(context.Context, *pty.Pty) (client.Answer, error) {
		t.Error("asked")
		return client.Answer{}, nil
	}
	return o.withDefaults()
}

// answers is an asker that gives these, one after the other, the last for ever.
func answers(list ...client.Answer) (Asker, *int) {
	asked := 0
	return func(context.Context, *pty.Pty) (client.Answer, error) {
		a := list[min(asked, len(list)-1)]
		asked++
		return a, nil
	}, &asked
}

func ptr[T any](v T) *T { return &v }

// right is an answer that gives the step all it wants.
func right(w want) client.Answer {
	a := client.Answer{State: w.state, Reason: w.reason, Secret: w.secret, Scope: w.scope, Via: w.via}
	if w.state != client.Waiting {
		return a
	}
	a.Exclusive, a.Timed = said(w.exclusive), said(w.timed)
	a.Echo, a.Canonical = said(w.echo), said(w.canonical)
	if w.also != "" {
		a.Also = []string{w.also}
	}
	a.Reader = &client.Reader{PID: 10, TID: 10, Program: w.program, Descriptor: w.descriptor, Leader: said(w.leader)}
	if w.thread == yes {
		a.Reader.TID = 11
	}
	if len(w.calls) > 0 {
		a.Reader.Call = w.calls[0]
	}
	a.Wait = "a wait"
	return a
}

func said(f flag) *bool {
	if f == either {
		return nil
	}
	return ptr(f == yes)
}
