//go:build unix

package varlink

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// answers returns a Client whose peer has sent b, and closed if end.
func answers(t *testing.T, b string, end bool) *Client {
	t.Helper()
	sock, peer := sockets(t)
	go func() {
		_, _ = io.WriteString(peer, b)
		if end {
			_ = peer.CloseWrite()
		}
	}()
	return NewClient(sock)
}

func TestClientCall(t *testing.T) {
	noLeak(t)
	s, used, discarded := descriptorUser(false)
	s.Interfaces = append(s.Interfaces, echo())
	c := NewClient(serve(t, s))
	var reply struct {
		Text string `json:"text"`
	}
	ask := map[string]string{"text": "höre\x00"}
	if err := c.Call(t.Context(), "org.example.echo.Echo", ask, nil, &reply); err != nil || reply.Text != ask["text"] {
		t.Errorf("%q, %v", reply.Text, err)
	}
	f := file(t)
	if err := c.Call(t.Context(), "a.b.C", nil, f, nil); err != nil {
		t.Fatal(err)
	}
	if fd := await(t, used, "the call"); !same(t, fd, f) {
		t.Error("another descriptor arrived")
	}
	CloseDescriptor(await(t, discarded, "Discard"))
	var e *Error
	if err := c.Call(t.Context(), "org.example.echo.Fail", nil, nil, nil); !errors.As(err, &e) ||
		e.Name != "org.example.echo.Failed" || e.Message() != "as asked" {
		t.Errorf("got %v", err)
	}
	if err := c.Call(t.Context(), "org.example.echo.Unsound", nil, nil, nil); !errors.As(err, &e) || e.Name != InternalError {
		t.Errorf("got %v", err)
	}
}

// The sender's own file must keep its deadlines, that is stay in the poller.
func TestClientSendLeavesFileNonBlocking(t *testing.T) {
	noLeak(t)
	s, _, discarded := descriptorUser(false)
	c := NewClient(serve(t, s))
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if err := c.Call(t.Context(), "a.b.C", nil, r, nil); err != nil {
		t.Fatal(err)
	}
	CloseDescriptor(await(t, discarded, "Discard"))
	if err := r.SetReadDeadline(time.Now().Add(time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("read: %v", err)
	}
}

func TestClientStream(t *testing.T) {
	c := NewClient(serve(t, &Service{Interfaces: []Interface{echo()}}))
	var got []string
	for p, err := range c.Stream(t.Context(), "org.example.echo.Count", map[string]int{"to": 3}, nil) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(p))
	}
	if s := strings.Join(got, " "); s != `{"n":1} {"n":2} {"n":3}` {
		t.Errorf("got %s", s)
	}
	if err := c.Call(t.Context(), "org.example.echo.Echo", nil, nil, nil); err != nil {
		t.Errorf("after the stream: %v", err)
	}
	for _, err := range c.Stream(t.Context(), "org.example.echo.Fail", nil, nil) {
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("got %v", err)
		}
	}
}

func TestClientStreamBreaksOff(t *testing.T) {
	c := answers(t, `{"continues":true,"parameters":{"n":1}}`+"\x00"+`{"contin`, true)
	n, last := 0, error(nil)
	for _, err := range c.Stream(t.Context(), "a.b.C", nil, nil) {
		n, last = n+1, err
	}
	if n != 2 || !errors.Is(last, io.ErrUnexpectedEOF) {
		t.Errorf("%d replies, %v", n, last)
	}
	c = answers(t, strings.Repeat(`{"continues":true}`+"\x00", 5), false)
	n = 0
	for range c.Stream(t.Context(), "a.b.C", nil, nil) {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d replies after break", n)
	}
}

func TestClientReceive(t *testing.T) {
	fill := func(n int) string { return `{"error":"` + strings.Repeat("x", n-len(`{"error":""}`)-1) + `"}` + "\x00" }
	for _, tc := range []struct {
		name, in string
		end      bool
		check    func(error) bool
	}{
		{"longest", fill(MaxReply), false, func(err error) bool { var e *Error; return errors.As(err, &e) }},
		{"too long", fill(MaxReply + 1), false, func(err error) bool { return errors.Is(err, ErrReplyTooBig) }},
		{"no end", strings.Repeat("x", 2*MaxReply), false, func(err error) bool { return errors.Is(err, ErrReplyTooBig) }},
		{"closed", "", true, func(err error) bool { return errors.Is(err, io.EOF) }},
		{"closed within", "{", true, func(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }},
		{"no JSON", "x\x00", false, func(err error) bool { var e *Error; return err != nil && !errors.As(err, &e) }},
		{"empty", "\x00", false, func(err error) bool { var e *Error; return err != nil && !errors.As(err, &e) }},
		{"more than asked for", `{"continues":true}` + "\x00", false, func(err error) bool { return err != nil }},
		{"wrong type", `{"parameters":{"text":1}}` + "\x00", false, func(err error) bool { return err != nil }},
		{"no parameters", "{}\x00", false, func(err error) bool { return err == nil }},
		{"error without parameters", `{"error":"a.b.C"}` + "\x00", false, func(err error) bool {
			var e *Error
			return errors.As(err, &e) && e.Name == "a.b.C" && e.Parameters == nil
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var reply struct {
				Text string `json:"text"`
			}
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			if err := answers(t, tc.in, tc.end).Call(ctx, "a.b.C", nil, nil, &reply); !tc.check(err) {
				t.Errorf("got %.200v", err)
			}
		})
	}
}

func TestClientRequestTooBig(t *testing.T) {
	c := answers(t, "{}\x00", false)
	err := c.Call(t.Context(), "a.b.C", map[string]string{"x": strings.Repeat("x", MaxRequest)}, nil, nil)
	if !errors.Is(err, ErrMessageTooBig) {
		t.Errorf("got %v", err)
	}
	if err := c.Call(t.Context(), "a.b.C", make(chan int), nil, nil); err == nil {
		t.Error("a channel was sent")
	}
}

func TestClientObeysContext(t *testing.T) {
	t.Run("deadline", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		if err := answers(t, "", false).Call(ctx, "a.b.C", nil, nil, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("cancel", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c := answers(t, `{"continues":true}`+"\x00", false)
		n := 0
		for _, err := range c.Stream(ctx, "a.b.C", nil, nil) {
			if n++; n == 1 {
				cancel()
			} else if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
		}
		if n != 2 {
			t.Errorf("%d replies", n)
		}
		cancel()
	})
	t.Run("peer that never reads", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		c := answers(t, "", false)
		var err error
		for i := 0; i < 1e5 && err == nil; i++ {
			err = c.Send(ctx, Request{Method: fmt.Sprintf("a.b.%04000d", i), Oneway: true}, nil)
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
}

func BenchmarkCall(b *testing.B) {
	c := NewClient(serve(b, &Service{Interfaces: []Interface{echo()}}))
	_ = c.sock.SetDeadline(time.Time{})
	for b.Loop() {
		if err := c.Call(b.Context(), "org.example.echo.Echo", nil, nil, nil); err != nil {
			b.Fatal(err)
		}
	}
}
