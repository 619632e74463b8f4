package service

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

// question is a Query with these parameters.
func question(parameters string) string {
	return `{"method":"io.rthelper.Terminal.Query","parameters":` + parameters + `}`
}

const info = `{"method":"org.varlink.service.GetInfo"}`

// byPath asks with a path, and returns the answer or the name of the error.
func (s *served) byPath(t *testing.T, uid int, path string) (client.Answer, string) {
	t.Helper()
	return answerIn(t, tells(t, s.dial(t, uid), question(fmt.Sprintf(`{"path":%q}`, path))))
}

// tells sends one message with descriptors, and returns the reply.
func tells(t *testing.T, c *net.UnixConn, text string, files ...*os.File) string {
	t.Helper()
	sends(t, c, text+"\x00", files...)
	return reply(t, c)
}

func sends(t *testing.T, c *net.UnixConn, text string, files ...*os.File) {
	t.Helper()
	var fds []int
	for _, f := range files {
		fds = append(fds, int(f.Fd()))
	}
	var rights []byte
	if fds != nil {
		rights = unix.UnixRights(fds...)
	}
	if n, _, err := c.WriteMsgUnix([]byte(text), rights, nil); err != nil || n != len(text) {
		t.Fatalf("sent %d of %d bytes: %v", n, len(text), err)
	}
}

// reply reads one reply, without its NUL; "" at the end of the connection.
func reply(t *testing.T, c *net.UnixConn) string {
	t.Helper()
	_ = c.SetReadDeadline(time.Now().Add(patience))
	var all []byte
	for b := make([]byte, 1); ; {
		n, err := c.Read(b)
		switch {
		case err != nil && os.IsTimeout(err):
			t.Fatalf("no reply, after %q", all)
		case n == 0 || err != nil:
			return string(all)
		case b[0] == 0:
			return string(all)
		}
		all = append(all, b[0])
	}
}

// answerIn takes a reply apart: the answer, or the name of the error.
func answerIn(t *testing.T, text string) (client.Answer, string) {
	t.Helper()
	var r struct {
		Error      string `json:"error"`
		Parameters struct {
			Answer client.Answer `json:"answer"`
		} `json:"parameters"`
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatalf("reply %q: %v", text, err)
	}
	return r.Parameters.Answer, strings.TrimPrefix(r.Error, "io.rthelper.Terminal.")
}

// fileOf is a copy of a terminal's descriptor.
func fileOf(t *testing.T, about *client.Terminal) *os.File {
	t.Helper()
	var fd int
	err := about.Control(func(n int) (err error) {
		fd, err = unix.FcntlInt(uintptr(n), unix.F_DUPFD_CLOEXEC, 0)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), about.Name())
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// long is a message of n bytes without a NUL.
func long(n int) string { return string(bytes.Repeat([]byte("x"), n)) }
