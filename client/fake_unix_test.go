//go:build unix

package client_test

import (
	"bufio"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// patience bounds what would otherwise hang; nothing depends on its length.
const patience = 60 * time.Second

// fake is a service that a test plays.
type fake struct {
	path     string
	listener net.Listener

	mu       sync.Mutex
	accepted int
	requests []string
}

// played gets the number of the request, 1 for the first, and sends what it
// likes; false: the connection ends.
type played func(c net.Conn, n int) bool

// says sends one message and goes on.
func says(text string) played {
	return func(c net.Conn, _ int) bool { _, err := c.Write([]byte(text + "\x00")); return err == nil }
}

func newFake(t *testing.T, play played) *fake {
	t.Helper()
	f := &fake{path: filepath.Join(shortDir(t), "s")}
	l, err := net.Listen("unix", f.path)
	if err != nil {
		t.Fatal(err)
	}
	f.listener = l
	var done sync.WaitGroup
	done.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			f.mu.Lock()
			f.accepted++
			f.mu.Unlock()
			t.Cleanup(func() { _ = c.Close() })
			done.Go(func() { f.serve(c, play) })
		}
	})
	t.Cleanup(func() { _ = l.Close() })
	return f
}

func (f *fake) serve(c net.Conn, play played) {
	defer c.Close()
	in := bufio.NewReader(c)
	for {
		text, err := in.ReadString(0)
		if err != nil {
			return
		}
		f.mu.Lock()
		f.requests = append(f.requests, strings.TrimSuffix(text, "\x00"))
		n := len(f.requests)
		f.mu.Unlock()
		if !play(c, n) {
			return
		}
	}
}

// heard is what was asked so far, and on how many connections.
func (f *fake) heard() (requests []string, connections int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append(requests, f.requests...), f.accepted
}

func (f *fake) client(t *testing.T) *client.Client {
	t.Helper()
	c := client.New(client.Socket(f.path))
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// shortDir is a directory whose name leaves room for that of a socket.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "rt")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// aTerminal is a pty of the test and what names it.
func aTerminal(t *testing.T) (*pty.Pty, *client.Terminal) {
	t.Helper()
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	term, err := client.FromFile(p.Master())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = term.Close() })
	return p, term
}

// within fails the test if f does not return.
func within(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(patience):
		t.Fatalf("it hangs: %s", what)
	}
}
