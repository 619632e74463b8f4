package client

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/internal/varlink"
)

// serving returns a client of a service with these interfaces.
func serving(t *testing.T, interfaces ...varlink.Interface) *Client {
	t.Helper()
	dir, err := os.MkdirTemp("", "c")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, "s"), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			sock, err := l.AcceptUnix()
			if err != nil {
				return
			}
			conn, err := varlink.NewConn(sock)
			if err == nil {
				s := varlink.Service{Interfaces: interfaces, Discard: varlink.CloseDescriptor}
				_ = s.Serve(t.Context(), conn)
				_ = conn.Close()
			}
		}
	}()
	c := New(Socket(l.Addr().String()))
	t.Cleanup(func() { c.Close() })
	return c
}

func replies(parameters any, fail *varlink.Error) varlink.Handler {
	return func(context.Context, *varlink.Call) (any, *varlink.Error) { return parameters, fail }
}

func TestTrace(t *testing.T) {
	want := Trace{Holder: "foreground", PID: 60, Program: "Instruments", Watchers: 2, Paused: true, Reason: ReasonTracingBusy, Detail: "busy",
		Records: 1 << 40, Threads: 9, Gaps: 1, Starts: 3}
	c := serving(t, varlink.Interface{Name: varlink.TraceInterface, Methods: map[string]varlink.Handler{
		"Status": replies(map[string]any{"trace": want}, nil),
		"Pause":  replies(nil, varlink.NewError(varlink.NotPermitted, "only root may")),
		"Resume": replies(nil, nil),
	}})
	got, err := c.Trace(t.Context())
	if err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	if err := c.PauseTrace(t.Context()); err == nil || !strings.Contains(err.Error(), "only root may") {
		t.Errorf("pause: %v", err)
	}
	if err := c.ResumeTrace(t.Context()); err != nil {
		t.Errorf("resume: %v", err)
	}
}

func TestNoTrace(t *testing.T) {
	c := serving(t)
	if _, err := c.Trace(t.Context()); !errors.Is(err, ErrNoTrace) {
		t.Errorf("%v", err)
	}
	for name, f := range map[string]func(context.Context) error{"pause": c.PauseTrace, "resume": c.ResumeTrace} {
		if err := f(t.Context()); !errors.Is(err, ErrNoTrace) {
			t.Errorf("%s: %v", name, err)
		}
	}
	none := New(Socket(filepath.Join(t.TempDir(), "none")))
	if _, err := none.Trace(t.Context()); !errors.Is(err, ErrNoService) {
		t.Errorf("%v", err)
	}
}
