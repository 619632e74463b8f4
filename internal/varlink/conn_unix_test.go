//go:build unix

package varlink

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// receive returns the next message, copied, and fails t on an error.
func receive(t *testing.T, c *Conn) (body string, fds []int) {
	t.Helper()
	m, err := c.Receive()
	if err != nil {
		t.Fatalf("Receive: %v", err)
	}
	return string(m.Body), m.Descriptors
}

func TestReceiveSplitAtEveryByte(t *testing.T) {
	noLeak(t)
	stream := "{\"a\":1}\x00\x00{\"é\":2}\x00"
	for cut := range len(stream) + 1 {
		c, peer := receiver(t)
		sent := make(chan error, 1)
		go func() {
			_, err := peer.Write([]byte(stream[:cut]))
			time.Sleep(time.Millisecond) // lets the receiver see the first part alone
			if err == nil {
				_, err = peer.Write([]byte(stream[cut:]))
			}
			sent <- err
		}()
		for _, want := range strings.SplitAfter(stream, "\x00")[:3] {
			if got, fds := receive(t, c); got+"\x00" != want || fds != nil {
				t.Errorf("cut at %d: %q %v, want %q", cut, got, fds, want)
			}
		}
		if err := <-sent; err != nil {
			t.Fatal(err)
		}
		_ = peer.Close()
		if _, err := c.Receive(); err != io.EOF {
			t.Errorf("cut at %d: %v, want EOF", cut, err)
		}
	}
}

func TestMessageLength(t *testing.T) {
	longest := strings.Repeat("x", MaxRequest-1) + "\x00"
	c, peer := receiver(t)
	send(t, peer, longest)
	send(t, peer, longest)
	for range 2 {
		if body, _ := receive(t, c); body+"\x00" != longest {
			t.Errorf("%d bytes, want %d", len(body), MaxRequest-1)
		}
	}
	send(t, peer, "x"+longest)
	if _, err := c.Receive(); !errors.Is(err, ErrMessageTooBig) {
		t.Errorf("one byte more: %v, want ErrMessageTooBig", err)
	}
}

func TestReceiveEnds(t *testing.T) {
	t.Run("within a message", func(t *testing.T) {
		noLeak(t)
		c, peer := receiver(t)
		send(t, peer, "{", file(t))
		_ = peer.Close()
		m, err := c.Receive()
		if err != io.ErrUnexpectedEOF || len(m.Descriptors) != 1 {
			t.Fatalf("%v, descriptors %v", err, m.Descriptors)
		}
		CloseDescriptor(m.Descriptors[0])
	})
	t.Run("half a message and silence", func(t *testing.T) {
		c, peer := receiver(t)
		send(t, peer, "{")
		if err := c.SetReadDeadline(time.Now().Add(10 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Receive(); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%v, want ErrDeadlineExceeded", err)
		}
	})
	t.Run("shut down", func(t *testing.T) {
		c, peer := receiver(t)
		c.Shutdown()
		if _, err := c.Receive(); err != io.EOF {
			t.Errorf("own end: %v, want EOF", err)
		}
		if _, err := peer.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("peer's end: %v, want EOF", err)
		}
	})
}

func TestWaitTakesNothing(t *testing.T) {
	noLeak(t)
	c, peer := receiver(t)
	send(t, peer, "{}\x00", file(t))
	for range 3 {
		if err := c.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	body, fds := receive(t, c)
	if body != "{}" || len(fds) != 1 {
		t.Fatalf("%q %v", body, fds)
	}
	CloseDescriptor(fds[0])
	_ = peer.Close()
	if err := c.Wait(); err != io.EOF {
		t.Errorf("%v, want EOF", err)
	}
}

func TestReplyAfterFailure(t *testing.T) {
	c, _ := receiver(t)
	if err := c.SetWriteDeadline(time.Now().Add(10 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	big := Reply{Error: strings.Repeat("x", 8<<20)}
	first := c.Reply(big)
	if !errors.Is(first, os.ErrDeadlineExceeded) {
		t.Fatalf("peer that never reads: %v, want ErrDeadlineExceeded", first)
	}
	if err := c.SetWriteDeadline(time.Time{}); err != nil {
		t.Fatal(err)
	}
	if err := c.Reply(Reply{}); err != first {
		t.Errorf("a reply was sent into the middle of another: %v", err)
	}
}

// A worker gets its connection as a bare descriptor.
func TestFileConn(t *testing.T) {
	noLeak(t)
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	inherited, other := os.NewFile(uintptr(fds[0]), "inherited"), os.NewFile(uintptr(fds[1]), "peer")
	defer other.Close()
	c, err := FileConn(inherited)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = inherited.Close()
	f := file(t)
	if err := unix.Sendmsg(fds[1], []byte("{}\x00"), unix.UnixRights(int(f.Fd())), nil, 0); err != nil {
		t.Fatal(err)
	}
	body, got := receive(t, c)
	if body != "{}" || len(got) != 1 || !same(t, got[0], f) {
		t.Errorf("%q %v", body, got)
	}
	for _, fd := range got {
		CloseDescriptor(fd)
	}
}

func TestNotAStreamSocket(t *testing.T) {
	noLeak(t)
	if _, err := FileConn(file(t)); err == nil {
		t.Error("FileConn took a regular file")
	}
	d, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "d"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := NewConn(d); err == nil {
		t.Error("NewConn took a datagram socket")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	lf, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer lf.Close()
	if _, err := FileConn(lf); err == nil {
		t.Error("FileConn took a listening TCP socket")
	}
}
