package main

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

// replies makes a handler that says one thing each time, the last for ever.
func replies(list ...any) varlink.Handler {
	n := 0
	return func(_ context.Context, call *varlink.Call) (any, *varlink.Error) {
		r := list[min(n, len(list)-1)]
		n++
		if fail, ok := r.(*varlink.Error); ok {
			return nil, fail
		}
		return r, nil
	}
}

// served is an asker of a service with these methods of an interface.
func served(t *testing.T, interfaces map[string]map[string]varlink.Handler) asker {
	t.Helper()
	dir, err := os.MkdirTemp("", "q")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, "s"), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s := varlink.Service{Discard: varlink.CloseDescriptor}
	for name, methods := range interfaces {
		s.Interfaces = append(s.Interfaces, varlink.Interface{Name: name, Methods: methods})
	}
	go func() {
		for {
			sock, err := l.AcceptUnix()
			if err != nil {
				return
			}
			if conn, err := varlink.NewConn(sock); err == nil {
				go func() { _ = s.Serve(t.Context(), conn); _ = conn.Close() }()
			}
		}
	}()
	c := client.New(client.Socket(l.Addr().String()))
	t.Cleanup(func() { c.Close() })
	return asker{Client: c, end: func() {}}
}

func TestTraceStatus(t *testing.T) {
	busy := client.Trace{Holder: "foreground", PID: 60, Program: "Instruments", Watchers: 2, Reason: client.ReasonTracingBusy, Detail: "held", Records: 5, Threads: 4, Gaps: 3, Starts: 2}
	with := served(t, map[string]map[string]varlink.Handler{varlink.TraceInterface: {"Status": replies(map[string]any{"trace": busy})}})
	for _, c := range []struct {
		name string
		ask  asker
		says []string
	}{
		{"another tool", with, []string{"another tool traces: Instruments[60]", "watches: 2", "(tracing-busy): held", "records read: 5, threads known: 4, gaps: 3, starts: 2"}},
		{"without a service", asker{Client: with.Client, own: true}, []string{"Instruments[60]", "no service is installed"}},
		{"a system without a trace", served(t, nil), []string{noTrace}},
	} {
		var out bytes.Buffer
		if status := (program{out: &out, err: &out}).traceStatus(t.Context(), c.ask); status != 0 {
			t.Errorf("%s: status %d", c.name, status)
		}
		for _, want := range c.says {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, out.String())
			}
		}
	}
}

func TestTraceControl(t *testing.T) {
	denied := served(t, map[string]map[string]varlink.Handler{varlink.TraceInterface: {"Pause": replies(varlink.NewError(varlink.NotPermitted, "only root may"))}})
	allowed := served(t, map[string]map[string]varlink.Handler{varlink.TraceInterface: {"Pause": replies(nil)}})
	for _, c := range []struct {
		name   string
		ask    asker
		status int
		says   string
	}{
		{"root", allowed, 0, "done"},
		{"somebody", denied, exitError, "only root may"},
		{"without a service", asker{Client: allowed.Client, own: true}, exitError, "no service"},
		{"a system without a trace", served(t, nil), exitError, noTrace},
	} {
		var out bytes.Buffer
		status := program{out: &out, err: &out}.control(t.Context(), c.ask, c.ask.PauseTrace, "done")
		if status != c.status || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: status %d, %s", c.name, status, out.String())
		}
	}
}

func TestHolderSentence(t *testing.T) {
	seen := map[string]bool{}
	for _, holder := range []string{"none", "self", "background", "foreground", "kernel", "abandoned", "a word of the future"} {
		s := holderSentence(client.Trace{Holder: holder, PID: 7, Program: "tool"}, false)
		named := holder == "background" || holder == "foreground" || holder == "abandoned" || holder == "a word of the future"
		if s == "" || strings.Contains(s, "tool[7]") != named {
			t.Errorf("%s: %q", holder, s)
		}
		seen[s] = true
	}
	if len(seen) != 6 { // a word that is not known is another tool
		t.Errorf("%d sentences", len(seen))
	}
	if a, b := holderSentence(client.Trace{Holder: "self"}, true), holderSentence(client.Trace{Holder: "self"}, false); a == b {
		t.Errorf("the service and this program: %q", a)
	}
}

func TestMetricsFile(t *testing.T) {
	for socket, want := range map[string]string{
		"/run/rt-helper/helper.sock": "/run/rt-helper/metrics.prom", "/var/run/rt-helper.sock": "", "/run/rt-helper.sock": "", "/tmp/x/s": "",
	} {
		if got := metricsFile(socket); got != want {
			t.Errorf("%s: %q", socket, got)
		}
	}
}

func aTerminal(t *testing.T) *client.Terminal {
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

func said(s client.State, ended string) map[string]any {
	return map[string]any{"answer": client.Answer{State: s, Reason: map[bool]client.Reason{true: client.ReasonBeforeTrace}[s == client.Unknown]}, "ended": ended}
}

// TestPatiently: a watch is begun only where a question does not tell.
func TestPatiently(t *testing.T) {
	for _, c := range []struct {
		name    string
		first   client.State
		watched any
		wait    bool
		want    client.State
	}{
		{"told at once", client.Running, varlink.NewError(varlink.InternalError, "watched"), true, client.Running},
		{"no wait", client.Unknown, varlink.NewError(varlink.InternalError, "watched"), false, client.Unknown},
		{"told by a watch", client.Unknown, said(client.Waiting, client.EndedUntil), true, client.Waiting},
		{"not told in time", client.Unknown, said(client.Unknown, client.EndedTimeout), true, client.Unknown},
	} {
		ask := served(t, map[string]map[string]varlink.Handler{varlink.TerminalInterface: {"Query": replies(said(c.first, "")), "Watch": replies(c.watched)}})
		a, _, err := ask.patiently(t.Context(), aTerminal(t), map[bool]time.Duration{true: 5 * time.Second}[c.wait], false)
		if err != nil || a.State != c.want {
			t.Errorf("%s: %+v, %v", c.name, a, err)
		}
	}
}

// TestPatientlyExplains: the evidence is that of the answer that was told.
func TestPatientlyExplains(t *testing.T) {
	last := said(client.Waiting, "")
	last["evidence"] = []string{"the second"}
	first := said(client.Unknown, "")
	first["evidence"] = []string{"the first"}
	ask := served(t, map[string]map[string]varlink.Handler{varlink.TerminalInterface: {
		"Query": replies(first, last), "Watch": replies(said(client.Waiting, client.EndedUntil)),
	}})
	a, lines, err := ask.patiently(t.Context(), aTerminal(t), 5*time.Second, true)
	if err != nil || a.State != client.Waiting || len(lines) != 1 || lines[0] != "the second" {
		t.Errorf("%+v, %q, %v", a, lines, err)
	}
}

func TestPatientlyRefused(t *testing.T) {
	ask := served(t, map[string]map[string]varlink.Handler{varlink.TerminalInterface: {
		"Query": replies(said(client.Unknown, "")), "Watch": replies(varlink.NewError(varlink.NotOwner, "not yours")),
	}})
	if _, _, err := ask.patiently(t.Context(), aTerminal(t), 5*time.Second, false); !errors.Is(err, client.ErrNotOwner) {
		t.Errorf("%v", err)
	}
}
