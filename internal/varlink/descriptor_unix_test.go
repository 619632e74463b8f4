//go:build unix

package varlink

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

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
