package selftest

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// TestTableCatchesSimpleMethods: rules that look right at first sight must fail
// the rows that are there because of them, on the real programs.
func TestTableCatchesSimpleMethods(t *testing.T) {
	for _, c := range []struct {
		name  string
		rule  func(k task) bool // it waits
		rows  []string
		words []string
	}{
		{"any call that can wait", inWaitingCall, []string{
			"read-pipe", "read-other-terminal", "select-except", "select-pipe", "poll-pri", "poll-minus",
			"epoll-oneshot", "script-works",
		}, []string{"got waiting", "want running"}},
		{"a read of descriptor 0", readsZero, []string{
			"poll", "select", "epoll", "read-2000", "read-devtty", "splice", "readv",
		}, []string{"got running, want waiting"}},
		{"a read, whatever the state", func(k task) bool { return k.number == 0 }, []string{
			"read-stopped",
		}, []string{"step 2: got waiting", "want stopped"}},
	} {
		for _, name := range c.rows {
			t.Run(c.name+"/"+name, func(t *testing.T) { mustFail(t, name, c.rule, c.words) })
		}
	}
}

func mustFail(t *testing.T, row string, rule func(k task) bool, words []string) {
	if runtime.GOARCH != "amd64" {
		t.Skip("amd64 required: the rules know its call numbers only")
	}
	o := options(t)
	o.Only, o.Patience = []string{row}, time.Second
	o.Asker = func(_ context.Context, p *pty.Pty) (client.Answer, error) { return simple(t, p, rule) }
	got := Run(context.Background(), o).Rows[0]
	if got.Verdict == Skipped {
		t.Skip(got.Detail)
	}
	for _, word := range words {
		if got.Verdict != Failed || !strings.Contains(got.Detail, word) {
			t.Errorf("%s: %s, want FAIL with %q", got.Verdict, got.Detail, word)
		}
	}
}

// simple answers by a rule about a single thread of the foreground group, which
// a program of the table leads, or of what it started.
func simple(t *testing.T, p *pty.Pty, rule func(k task) bool) (client.Answer, error) {
	group, err := p.ForegroundGroup()
	if err != nil {
		return client.Answer{}, err
	}
	for _, k := range tasks(t, group) {
		if rule(k) {
			return client.Answer{State: client.Waiting, Exclusive: ptr(true), Timed: ptr(false),
				Reader: &client.Reader{PID: k.pid, TID: k.tid, Call: nameOf(k)}, Wait: "a wait"}, nil
		}
	}
	return client.Answer{State: client.Running}, nil
}

func nameOf(k task) string {
	for name, number := range callNumbers["amd64"] {
		if number == k.number {
			return name
		}
	}
	return ""
}

func inWaitingCall(k task) bool {
	switch k.number {
	case 0, 7, 19, 23, 232, 270, 271, 281:
		return k.state == "S"
	}
	return false
}

func readsZero(k task) bool { return k.state == "S" && k.number == 0 && k.args[0] == 0 }
