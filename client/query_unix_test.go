//go:build unix

package client_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

const (
	aWait = `{"parameters":{"answer":{"state":"waiting","exclusive":true,"wait":"a"}}}`
	ours  = "io.rthelper.Terminal."
)

// TestErrors: the caller's mistakes are errors, everything else is an answer
// that cannot tell.
func TestErrors(t *testing.T) {
	_, term := aTerminal(t)
	for _, c := range []struct {
		name   string
		err    error
		reason client.Reason
	}{
		{ours + "NotATerminal", client.ErrNotATerminal, ""},
		{ours + "NotOwner", client.ErrNotOwner, ""},
		{ours + "UseDescriptor", client.ErrUseDescriptor, ""},
		{ours + "Gone", client.ErrGone, ""},
		{ours + "Busy", nil, client.ReasonBusy},
		{"org.varlink.service.MethodNotFound", nil, client.ReasonHelperTooOld},
		{"org.varlink.service.InterfaceNotFound", nil, client.ReasonHelperTooOld},
	} {
		f := newFake(t, says(`{"error":"`+c.name+`","parameters":{"message":"the sentence"}}`))
		a, err := f.client(t).Query(t.Context(), term)
		if !errors.Is(err, c.err) {
			t.Errorf("%s: error %v", c.name, err)
		}
		text := a.Detail
		if err != nil {
			text = err.Error()
		} else if a.State != client.Unknown || a.Reason != c.reason || !strings.Contains(text, "the sentence; ") {
			t.Errorf("%s: %+v", c.name, a)
		}
		if !strings.Contains(text, "the sentence") {
			t.Errorf("%s: %q does not say why", c.name, text)
		}
		if _, n := f.heard(); n != 1 {
			t.Errorf("%s: asked on %d connections", c.name, n)
		}
	}
}

// TestNewWords: fields and words that come with later versions do no harm.
func TestNewWords(t *testing.T) {
	_, term := aTerminal(t)
	f := newFake(t, says(`{"more":{"to":"come"},"parameters":{"extra":[1,{}],"answer":{"state":"levitating","secret":"rather",
		"mood":{"a":null},"reader":{"pid":7,"call":"read2","shoe":44},"terminal":{"path":"/dev/pts/1","colour":"red"},"via":["sudo"]}}}`))
	a, err := f.client(t).Query(t.Context(), term)
	if err != nil || a.State != "levitating" || a.Reader == nil || a.Reader.PID != 7 || a.Reader.Call != "read2" || a.Terminal.Path != "/dev/pts/1" {
		t.Errorf("%+v, %v", a, err)
	}
	if a.Exclusive != nil || a.Reader.Descriptor != nil || a.Listening() {
		t.Errorf("what was left out is there: %+v", a)
	}
	if s := a.Sentence(); !strings.HasPrefix(s, "cannot tell") {
		t.Errorf("an unknown state reads %q", s)
	}
}

// TestBadReplies: what is no reply is no answer, and is not asked for again.
func TestBadReplies(t *testing.T) {
	_, term := aTerminal(t)
	for _, text := range []string{"", "nonsense", "[]", `{"parameters":{"answer":7}}`, `{"parameters":7}`, `{"parameters":{"answer":{"state":"waiting"}},"continues":true}`} {
		f := newFake(t, says(text))
		a, err := f.client(t).Query(t.Context(), term)
		if err != nil || a.State != client.Unknown || a.Reason == "" || a.Detail == "" {
			t.Errorf("%q: %+v, %v", text, a, err)
		}
		if asked, _ := f.heard(); len(asked) != 1 {
			t.Errorf("%q: asked %d times", text, len(asked))
		}
	}
}

// TestNoReply: a question ends with its context, though the service is silent.
func TestNoReply(t *testing.T) {
	_, term := aTerminal(t)
	c := newFake(t, func(net.Conn, int) bool { return true }).client(t)
	within(t, "a question to a silent service", func() {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		defer cancel()
		if a, err := c.Query(ctx, term); err != nil || a.State != client.Unknown || a.Reason != client.ReasonNoReply || !strings.Contains(a.Detail, "; ask again") {
			t.Errorf("deadline: %+v, %v", a, err)
		}
		if _, err := c.List(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("list: %v", err)
		}
		if a, err := c.Query(t.Context(), term); err != nil || a.Reason != client.ReasonNoReply {
			t.Errorf("without a deadline: %+v, %v", a, err)
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(30*time.Millisecond, cancel)
	within(t, "a cancelled question", func() {
		if a, err := c.Query(ctx, term); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %+v, %v", a, err)
		}
	})
}

// TestReconnect: a connection that the service ended is replaced, a few times if new ones end as well.
func TestReconnect(t *testing.T) {
	_, term := aTerminal(t)
	for _, c := range []struct {
		name        string
		play        played
		state       client.State
		connections int
	}{
		{"it ends the first", func(c net.Conn, n int) bool { return n > 1 && says(aWait)(c, n) }, client.Waiting, 2},
		{"within a reply", func(c net.Conn, n int) bool {
			if n > 1 {
				return says(aWait)(c, n)
			}
			_, _ = c.Write([]byte(`{"parameters":`))
			return false
		}, client.Waiting, 2},
		{"it ends every one", func(net.Conn, int) bool { return false }, client.Unknown, 4},
	} {
		f := newFake(t, c.play)
		a, err := f.client(t).Query(t.Context(), term)
		if _, n := f.heard(); err != nil || a.State != c.state || n != c.connections {
			t.Errorf("%s: %+v, %v, %d connections", c.name, a, err, n)
		}
	}
}

// TestKeptConnections: one connection serves many questions, and one that was
// ended meanwhile is noticed.
func TestKeptConnections(t *testing.T) {
	_, term := aTerminal(t)
	f := newFake(t, func(c net.Conn, n int) bool { return says(aWait)(c, n) && n != 3 })
	c := f.client(t)
	for i := range 6 {
		if a, err := c.Query(t.Context(), term); err != nil || a.State != client.Waiting {
			t.Errorf("question %d: %+v, %v", i+1, a, err)
		}
	}
	if _, n := f.heard(); n != 2 {
		t.Errorf("%d connections", n)
	}
}
