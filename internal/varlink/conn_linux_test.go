package varlink

import (
	"errors"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

func TestControlSizeHoldsOne(t *testing.T) {
	if controlSize != unix.CmsgLen(4) {
		t.Errorf("controlSize %d, want CMSG_LEN(4) = %d", controlSize, unix.CmsgLen(4))
	}
}

// The kernel drops a descriptor that is sent without a byte; x/sys would add one.
func TestDescriptorWithoutBytes(t *testing.T) {
	noLeak(t)
	c, peer := receiver(t)
	oob := unix.UnixRights(int(file(t).Fd()))
	h := unix.Msghdr{Control: &oob[0]}
	h.SetControllen(len(oob))
	raw, err := peer.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var errno unix.Errno
	if err := raw.Control(func(fd uintptr) {
		_, _, errno = unix.Syscall(unix.SYS_SENDMSG, fd, uintptr(unsafe.Pointer(&h)), 0)
	}); err != nil || errno != 0 {
		t.Fatalf("sendmsg: %v, %v", err, errno)
	}
	runtime.KeepAlive(oob)
	send(t, peer, "{}\x00")
	if body, fds := receive(t, c); body != "{}" || fds != nil {
		t.Errorf("%q %v", body, fds)
	}
}

// A full descriptor table must not look like a message without a descriptor.
func TestDescriptorLost(t *testing.T) {
	noLeak(t)
	c, peer := receiver(t)
	f := file(t)
	send(t, peer, "{}\x00", f)
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &old); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 1, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	m, err := c.Receive()
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &old); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(err, ErrDescriptorLost) || m.Descriptors != nil {
		t.Errorf("%v, descriptors %v; want ErrDescriptorLost", err, m.Descriptors)
	}
}

// Whatever out-of-band bytes do to the stream, a message is never one that was
// not sent, and none gets the descriptor of another.
func TestUrgentData(t *testing.T) {
	noLeak(t)
	for _, urgent := range []string{"u", "\x00"} {
		for at := range 4 {
			c, peer := receiver(t)
			f := file(t)
			for i, part := range []string{"a", "\x00", "b\x00"} {
				if i == at {
					sendUrgent(t, peer, urgent)
				}
				if i == 2 {
					send(t, peer, part, f)
				} else {
					send(t, peer, part)
				}
			}
			if at == 3 {
				sendUrgent(t, peer, urgent)
			}
			if err := c.SetReadDeadline(time.Now().Add(50 * time.Millisecond)); err != nil {
				t.Fatal(err)
			}
			checkUrgent(t, c, f)
		}
	}
}

func sendUrgent(t *testing.T, peer *net.UnixConn, b string) {
	t.Helper()
	raw, err := peer.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var sent error
	if err := raw.Control(func(fd uintptr) { sent = unix.Sendto(int(fd), []byte(b), unix.MSG_OOB, nil) }); err != nil {
		t.Fatal(err)
	}
	if sent == unix.EOPNOTSUPP {
		t.Skip("this kernel has no out-of-band data on Unix sockets (CONFIG_AF_UNIX_OOB)")
	}
	if sent != nil {
		t.Fatal(sent)
	}
}

func checkUrgent(t *testing.T, c *Conn, f *os.File) {
	t.Helper()
	for {
		m, err := c.Receive()
		body := string(m.Body)
		for _, fd := range m.Descriptors {
			if err == nil && !strings.Contains(body, "b") || !same(t, fd, f) {
				t.Errorf("message %q has the descriptor of b", body)
			}
			CloseDescriptor(fd)
		}
		if err != nil {
			return
		}
		if strings.Contains(body, "\x00") {
			t.Errorf("message %q has a NUL", body)
		}
	}
}
