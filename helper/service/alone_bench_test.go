package service

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/pty"
	"github.com/rt-helper/rt-helper/internal/varlink"
	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

// script are the answers of a test.
type script struct {
	mu     sync.Mutex
	answer client.Answer
	err    error
	asked  []target
	paths  []string
	hang   chan struct{}                // looks wait until it is closed
	events map[string]chan client.Event // by path, "" for descriptors
}

func (a *script) look(_ helper.Caller, where target, explain bool) (client.Answer, []string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.hang != nil {
		<-a.hang
	}
	a.asked = append(a.asked, where)
	answer := a.answer
	answer.Terminal = &client.Device{Path: where.path}
	if explain {
		return answer, []string{"a process"}, a.err
	}
	return answer, nil, a.err
}

func (a *script) follow(ctx context.Context, _ helper.Watch, where target, emit func(client.Event) error) error {
	a.mu.Lock()
	events, err := a.events[where.path], a.err
	a.mu.Unlock()
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-events:
			if err := emit(e); err != nil || e.Ended != "" {
				return err
			}
		}
	}
}

func (a *script) terminals(helper.Caller) []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]string(nil), a.paths...)
}

// change changes what is answered from now on.
func (a *script) change(f func(*script)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	f(a)
}

// seen lists what was asked about.
func (a *script) seen() []target {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]target(nil), a.asked...)
}

// house is a service of one process under test, with a model of the trace.
type house struct {
	*alone
	script *script
	mac    *fakekernel.Machine
	path   string       // of the socket
	wait   func() error // until it has ended by itself
	end    func() error
}

// housed serves until the test's end.
func housed(t *testing.T, change ...func(*house)) *house {
	t.Helper()
	dir, err := os.MkdirTemp("", "h") // short enough for the path of a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	h := &house{script: &script{answer: client.Answer{State: client.Running}, events: map[string]chan client.Event{}}, path: filepath.Join(dir, "s")}
	h.mac = fakekernel.New(fakekernel.Config{})
	l, err := Listen(h.path)
	if err != nil {
		t.Fatal(err)
	}
	tracer := kdebug.New(h.mac.Kernel(50, "rt-helper", 0), kdebug.Options{})
	h.alone = newAlone(Config{
		Listener: l, Policy: helper.PolicyOwn, Version: "1.2", Limits: DefaultLimits, Metrics: filepath.Join(dir, "metrics"),
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}, tracer)
	h.answers = h.script
	for _, f := range change {
		f(h)
	}
	h.quota.limits = h.Limits
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- h.serve(ctx) }()
	h.wait = sync.OnceValue(func() error { return <-ended })
	h.end = func() error { cancel(); return h.wait() }
	t.Cleanup(func() { _ = h.end() })
	return h
}

func (h *house) client(t *testing.T) *client.Client {
	t.Helper()
	c := client.New(client.Socket(h.path))
	t.Cleanup(func() { c.Close() })
	return c
}

// raw is a connection without the client's help.
func (h *house) raw(t *testing.T) *varlink.Client {
	t.Helper()
	sock, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: h.path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	c := varlink.NewClient(sock)
	t.Cleanup(func() { c.Close() })
	return c
}

// openMaster is a terminal that is named by its master.
func openMaster(t *testing.T) *client.Terminal {
	t.Helper()
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	term, err := client.FromFile(p.Master())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { term.Close() })
	return term
}

// refusalOf is the name of the error that a service sent.
func refusalOf(err error) string {
	var refused *varlink.Error
	if errors.As(err, &refused) {
		return refused.Name
	}
	return ""
}
