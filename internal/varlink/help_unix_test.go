//go:build unix

package varlink

import (
	"context"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// patience is how long a test waits for what must happen before it gives up.
const patience = 20 * time.Second

// sockets returns two connected ends.
func sockets(t testing.TB) (a, b *net.UnixConn) {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "s"), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	a, err = net.DialUnix("unix", nil, l.Addr().(*net.UnixAddr))
	if err != nil {
		t.Fatal(err)
	}
	if b, err = l.AcceptUnix(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*net.UnixConn{a, b} {
		t.Cleanup(func() { _ = c.Close() })
		if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
	}
	return a, b
}

// receiver returns a Conn and the peer's end of it.
func receiver(t testing.TB) (*Conn, *net.UnixConn) {
	t.Helper()
	peer, sock := sockets(t)
	c, err := NewConn(sock)
	if err != nil {
		t.Fatal(err)
	}
	return c, peer
}

// file returns an open file with a name of its own.
func file(t testing.TB) *os.File {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "file")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// send sends b in one sendmsg(2), with copies of files.
func send(t testing.TB, c *net.UnixConn, b string, files ...*os.File) {
	t.Helper()
	var fds []int
	for _, f := range files {
		fds = append(fds, int(f.Fd()))
	}
	var oob []byte
	if len(fds) > 0 {
		oob = unix.UnixRights(fds...)
	}
	if n, _, err := c.WriteMsgUnix([]byte(b), oob, nil); err != nil || n != len(b) {
		t.Fatalf("sendmsg: %d of %d bytes, %v", n, len(b), err)
	}
}

// same reports whether fd is a copy of f.
func same(t testing.TB, fd int, f *os.File) bool {
	t.Helper()
	var got, want unix.Stat_t
	if err := unix.Fstat(fd, &got); err != nil {
		t.Fatalf("fstat %d: %v", fd, err)
	}
	if err := unix.Fstat(int(f.Fd()), &want); err != nil {
		t.Fatal(err)
	}
	return got.Dev == want.Dev && got.Ino == want.Ino
}

// noLeak fails t at its end if more descriptors are open than now. Call it first,
// so that it looks last.
func noLeak(t testing.TB) {
	t.Helper()
	// The runtime opens its poller with the first socket, and keeps it.
	warm, err := net.ListenPacket("unixgram", filepath.Join(t.TempDir(), "warm"))
	if err != nil {
		t.Fatal(err)
	}
	_ = warm.Close()
	before := descriptorsOpen(t)
	t.Cleanup(func() {
		end := time.Now().Add(patience)
		for descriptorsOpen(t) > before && time.Now().Before(end) {
			time.Sleep(time.Millisecond)
		}
		if after := descriptorsOpen(t); after > before {
			t.Errorf("%d descriptors open, %d before", after, before)
		}
	})
}

func descriptorsOpen(t testing.TB) int {
	t.Helper()
	entries, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// serve serves s on a new connection and returns the peer's end. At the end of t
// the peer closes, and Serve must return.
func serve(t testing.TB, s *Service) *net.UnixConn {
	t.Helper()
	peer, _ := serveUntil(t, t.Context(), s)
	return peer
}

// serveUntil is serve with a context, and returns Serve's result as well.
func serveUntil(t testing.TB, ctx context.Context, s *Service) (*net.UnixConn, <-chan error) {
	t.Helper()
	c, peer := receiver(t)
	if s.Discard == nil {
		s.Discard = CloseDescriptor
	}
	result, done := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(done)
		result <- s.Serve(ctx, c)
		_ = c.Close()
	}()
	t.Cleanup(func() {
		_ = peer.Close()
		await(t, done, "Serve to return")
	})
	return peer, result
}

func await[T any](t testing.TB, c <-chan T, what string) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(patience):
		t.Fatalf("waited %v for %s", patience, what)
	}
	return v
}

// echo is an interface for tests.
func echo() Interface {
	return Interface{Name: "org.example.echo", Description: "interface org.example.echo\nmethod Echo(text: string) -> (text: string)\n" +
		"method Count(to: int) -> (n: int)\nmethod Fail() -> ()\nmethod Later() -> ()\nmethod Unsound() -> ()\nerror Failed (message: string)\n",
		Methods: map[string]Handler{"Echo": echoText, "Count": count, "Fail": failing, "Later": nil, "Unsound": unsound}}
}

func echoText(_ context.Context, call *Call) (any, *Error) {
	var p struct {
		Text string `json:"text"`
	}
	if fail := call.Decode(&p); fail != nil {
		return nil, fail
	}
	return map[string]string{"text": p.Text}, nil
}

func count(_ context.Context, call *Call) (any, *Error) {
	var p struct {
		To int `json:"to"`
	}
	if fail := call.Decode(&p); fail != nil {
		return nil, fail
	}
	for n := 1; n < p.To; n++ {
		if err := call.Continue(map[string]int{"n": n}); err != nil {
			return nil, NewError("org.example.echo.Failed", err.Error())
		}
	}
	return map[string]int{"n": p.To}, nil
}

func failing(context.Context, *Call) (any, *Error) {
	return nil, NewError("org.example.echo.Failed", "as asked")
}

func unsound(context.Context, *Call) (any, *Error) { return make(chan int), nil }

// roundTrip sends the message b and returns the reply to it.
func roundTrip(t testing.TB, c *Client, b string, files ...*os.File) Reply {
	t.Helper()
	send(t, c.sock, b+"\x00", files...)
	return nextReply(t, c)
}

func nextReply(t testing.TB, c *Client) Reply {
	t.Helper()
	b, err := c.message()
	if err != nil {
		t.Fatalf("reply: %v", err)
	}
	var r Reply
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatalf("reply %q: %v", b, err)
	}
	return r
}
