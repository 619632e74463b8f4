//go:build unix

package varlink

import (
	"errors"
	"fmt"
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

func TestReceiveByteByByteWithDescriptorAtEach(t *testing.T) {
	noLeak(t)
	message := "{\"a\":1}\x00"
	for at := range len(message) {
		c, peer := receiver(t)
		f := file(t)
		for i := range len(message) {
			if i == at {
				send(t, peer, message[i:i+1], f)
			} else {
				send(t, peer, message[i:i+1])
			}
		}
		send(t, peer, "{}\x00")
		body, fds := receive(t, c)
		if body+"\x00" != message || len(fds) != 1 || !same(t, fds[0], f) {
			t.Errorf("descriptor at byte %d: %q %v", at, body, fds)
		}
		for _, fd := range fds {
			CloseDescriptor(fd)
		}
		if body, fds := receive(t, c); body != "{}" || fds != nil {
			t.Errorf("descriptor at byte %d: next message %q %v", at, body, fds)
		}
	}
}

// Each part is one sendmsg(2); own is the message that each descriptor belongs to.
func TestDescriptorOwner(t *testing.T) {
	type part struct {
		bytes string
		with  bool
	}
	for _, tc := range []struct {
		name  string
		parts []part
		want  string // message, and * if it owns a descriptor
	}{
		{"the second of two messages", []part{{"a\x00", false}, {"b\x00", true}}, "a b*"},
		{"the first of two messages", []part{{"a\x00", true}, {"b\x00", false}}, "a* b"},
		{"each has one", []part{{"a\x00", true}, {"b\x00", true}}, "a* b*"},
		{"two messages at once", []part{{"a\x00b\x00", true}}, "a* b"},
		{"three at once, then one", []part{{"a\x00b\x00c\x00", true}, {"d\x00", true}}, "a* b c d*"},
		{"with the tail of a message and the next", []part{{"aa", false}, {"a\x00b\x00", true}}, "aaa* b"},
		{"after the head of the next", []part{{"a\x00b", false}, {"b\x00", true}}, "a bb*"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			noLeak(t)
			c, peer := receiver(t)
			var files []*os.File
			for _, p := range tc.parts {
				if p.with {
					files = append(files, file(t))
					send(t, peer, p.bytes, files[len(files)-1])
				} else {
					send(t, peer, p.bytes)
				}
			}
			var got []string
			for range strings.Fields(tc.want) {
				body, fds := receive(t, c)
				for _, fd := range fds {
					body += "*"
					if !same(t, fd, files[0]) {
						t.Errorf("%s has not the descriptor that was sent with it", body)
					}
					files = files[1:]
					CloseDescriptor(fd)
				}
				got = append(got, body)
			}
			if s := strings.Join(got, " "); s != tc.want {
				t.Errorf("got %q, want %q", s, tc.want)
			}
		})
	}
}

func TestReceivedDescriptorClosesOnExec(t *testing.T) {
	noLeak(t)
	c, peer := receiver(t)
	send(t, peer, "{}\x00", file(t))
	_, fds := receive(t, c)
	if len(fds) != 1 {
		t.Fatalf("descriptors %v", fds)
	}
	defer CloseDescriptor(fds[0])
	if flags, err := unix.FcntlInt(uintptr(fds[0]), unix.F_GETFD, 0); err != nil || flags&unix.FD_CLOEXEC == 0 {
		t.Errorf("F_GETFD: %#x, %v", flags, err)
	}
}

func TestTooManyDescriptors(t *testing.T) {
	for _, n := range []int{2, 3, 17} {
		t.Run(fmt.Sprint(n, " at once"), func(t *testing.T) {
			noLeak(t)
			c, peer := receiver(t)
			files := make([]*os.File, n)
			for i := range files {
				files[i] = file(t)
			}
			send(t, peer, "{}\x00", files...)
			wantTooMany(t, c)
		})
	}
	t.Run("one by one", func(t *testing.T) {
		noLeak(t)
		c, peer := receiver(t)
		send(t, peer, "{", file(t))
		send(t, peer, "}", file(t))
		wantTooMany(t, c)
	})
}

func wantTooMany(t *testing.T, c *Conn) {
	t.Helper()
	m, err := c.Receive()
	if !errors.Is(err, ErrTooManyDescriptors) {
		t.Errorf("got %v, want ErrTooManyDescriptors", err)
	}
	for _, fd := range m.Descriptors {
		CloseDescriptor(fd)
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
