//go:build unix

package varlink

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"
)

const echoHello = `{"method":"org.example.echo.Echo","parameters":{"text":"hello"}}`

func wantHello(t *testing.T, r Reply) {
	t.Helper()
	if r.Error != "" || r.Continues || string(r.Parameters) != `{"text":"hello"}` {
		t.Errorf("got %+v %s, want hello", r, r.Parameters)
	}
}

func TestBadMessageGetsErrorAndConnectionLives(t *testing.T) {
	noLeak(t)
	cases := append(badMessages[:len(badMessages):len(badMessages)], []struct{ in, name, parameter string }{
		{`{"method":"x"}`, nameInvalidParameter, "method"},
		{`{"method":".x"}`, nameInvalidParameter, "method"},
		{`{"method":"org.example.none.Echo"}`, nameInterfaceNotFound, ""},
		{`{"method":"org.example.echo.echo"}`, nameMethodNotFound, ""},
		{`{"method":"org.example.echo."}`, nameMethodNotFound, ""},
		{`{"method":"org.example.echo.Later"}`, nameMethodNotImplemented, ""},
		{`{"method":"org.example.echo.Echo","upgrade":true}`, nameInvalidParameter, "upgrade"},
		{`{"method":"org.example.echo.Echo","parameters":{"text":7}}`, nameInvalidParameter, "text"},
		{`{"method":"org.example.echo.Echo","parameters":{"txet":""}}`, nameInvalidParameter, "txet"},
		{`{"method":"org.example.echo.Fail"}`, "org.example.echo.Failed", ""},
		{`{"method":"org.example.echo.Unsound"}`, InternalError, ""},
		{`{"method":"org.example.echo.Count","parameters":{"to":2}}`, "org.example.echo.Failed", ""},
		{`{"method":"org.varlink.service.GetInfo","parameters":{"x":1}}`, nameInvalidParameter, "x"},
		{`{"method":"org.varlink.service.Nothing"}`, nameMethodNotFound, ""},
		{`{"method":"org.varlink.service.GetInterfaceDescription"}`, nameInvalidParameter, "interface"},
		{`{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}}`, nameInterfaceNotFound, ""},
	}...)
	c := NewClient(serve(t, &Service{Interfaces: []Interface{echo()}}))
	f := file(t)
	for _, tc := range cases {
		for _, files := range [][]*os.File{nil, {f}} {
			r := roundTrip(t, c, tc.in, files...)
			got := &Error{r.Error, r.Parameters}
			if r.Error != tc.name || parameter(t, got) != tc.parameter || r.Continues {
				t.Errorf("%.60q with %d descriptors: %v, want %s %s", tc.in, len(files), got, tc.name, tc.parameter)
			}
			wantHello(t, roundTrip(t, c, echoHello))
		}
	}
}

func TestEndsAfterError(t *testing.T) {
	for _, tc := range []struct {
		name string
		send func(t *testing.T, peer *net.UnixConn)
		want string
		err  error
	}{
		{"too long", func(t *testing.T, peer *net.UnixConn) { send(t, peer, strings.Repeat(" ", MaxRequest)) }, MessageTooBig, ErrMessageTooBig},
		{"two descriptors", func(t *testing.T, peer *net.UnixConn) { send(t, peer, "{}\x00", file(t), file(t)) }, TooManyDescriptors, ErrTooManyDescriptors},
		{"two descriptors, no end", func(t *testing.T, peer *net.UnixConn) { send(t, peer, "{", file(t), file(t)) }, TooManyDescriptors, ErrTooManyDescriptors},
	} {
		t.Run(tc.name, func(t *testing.T) {
			noLeak(t)
			peer, result := serveUntil(t, t.Context(), &Service{Interfaces: []Interface{echo()}})
			c := NewClient(peer)
			wantHello(t, roundTrip(t, c, echoHello))
			tc.send(t, peer)
			r := nextReply(t, c)
			if r.Error != tc.want || (&Error{r.Error, r.Parameters}).Message() == "" {
				t.Errorf("reply %+v %s, want %s", r, r.Parameters, tc.want)
			}
			if _, err := c.message(); err != io.EOF {
				t.Errorf("after the error: %v, want EOF", err)
			}
			if err := await(t, result, "Serve"); !errors.Is(err, tc.err) {
				t.Errorf("Serve: %v, want %v", err, tc.err)
			}
		})
	}
}

// However much a peer sends without a NUL, the service takes no more than one
// request of it; the rest is what the kernel held before it refused.
func TestFloodWithoutNULIsBounded(t *testing.T) {
	noLeak(t)
	peer, result := serveUntil(t, t.Context(), &Service{})
	if err := peer.SetWriteBuffer(64 << 10); err != nil {
		t.Fatal(err)
	}
	sent, chunk := 0, make([]byte, 1000)
	for i := range chunk {
		chunk[i] = 'x'
	}
	var err error
	for sent < 10<<20 && err == nil {
		var n int
		n, err = peer.Write(chunk)
		sent += n
	}
	if err == nil || sent > 1<<20 {
		t.Errorf("the service let a peer send %d bytes, %v", sent, err)
	}
	if r := nextReply(t, NewClient(peer)); r.Error != MessageTooBig {
		t.Errorf("reply %+v", r)
	}
	if err := await(t, result, "Serve"); !errors.Is(err, ErrMessageTooBig) {
		t.Errorf("Serve: %v", err)
	}
}

func TestOneway(t *testing.T) {
	called := make(chan string, 2)
	method := func(_ context.Context, call *Call) (any, *Error) {
		if err := call.Continue(nil); err != nil {
			t.Errorf("Continue: %v", err)
		}
		called <- string(call.Parameters)
		return nil, NewError("org.example.echo.Failed", "not to be sent")
	}
	s := &Service{Interfaces: []Interface{echo(), {Name: "a.b", Methods: map[string]Handler{"C": method}}}}
	c := NewClient(serve(t, s))
	send(t, c.sock, `{"method":"a.b.C","oneway":true,"more":true,"parameters":{"n":1}}`+"\x00")
	send(t, c.sock, `{"method":"no.such.Method","oneway":true}`+"\x00")
	wantHello(t, roundTrip(t, c, echoHello))
	if got := await(t, called, "the oneway call"); got != `{"n":1}` {
		t.Errorf("parameters %s", got)
	}
}

func TestMore(t *testing.T) {
	c := NewClient(serve(t, &Service{Interfaces: []Interface{echo()}}))
	send(t, c.sock, `{"method":"org.example.echo.Count","more":true,"parameters":{"to":3}}`+"\x00"+echoHello+"\x00")
	for i, want := range []string{`{"n":1}`, `{"n":2}`, `{"n":3}`} {
		if r := nextReply(t, c); string(r.Parameters) != want || r.Continues != (i < 2) || r.Error != "" {
			t.Errorf("reply %+v %s, want %s", r, r.Parameters, want)
		}
	}
	wantHello(t, nextReply(t, c)) // the pipelined call
}

func TestTimeouts(t *testing.T) {
	const short = 20 * time.Millisecond
	for _, tc := range []struct {
		name string
		s    Service
		sent string
	}{
		{"silence", Service{IdleTimeout: short}, ""},
		{"silence after a call", Service{IdleTimeout: short}, echoHello + "\x00"},
		{"half a request and silence", Service{RequestTimeout: short}, `{"method":`},
		{"a call and half a request", Service{RequestTimeout: short}, echoHello + "\x00{"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			noLeak(t)
			tc.s.Interfaces = []Interface{echo()}
			peer, result := serveUntil(t, t.Context(), &tc.s)
			send(t, peer, tc.sent)
			if err := await(t, result, "Serve"); !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("Serve: %v, want ErrDeadlineExceeded", err)
			}
			if _, err := io.Copy(io.Discard, peer); err != nil {
				t.Errorf("the peer sees %v, want EOF", err)
			}
		})
	}
}

func TestPeerThatNeverReads(t *testing.T) {
	noLeak(t)
	big := func(context.Context, *Call) (any, *Error) {
		return map[string]string{"big": strings.Repeat("x", 8<<20)}, nil
	}
	s := &Service{ReplyTimeout: 20 * time.Millisecond, Interfaces: []Interface{{Name: "a.b", Methods: map[string]Handler{"C": big}}}}
	peer, result := serveUntil(t, t.Context(), s)
	send(t, peer, `{"method":"a.b.C"}`+"\x00", file(t))
	if err := await(t, result, "Serve"); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("Serve: %v, want ErrDeadlineExceeded", err)
	}
}
