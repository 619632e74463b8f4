package service

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/attack"
)

// served is a service in this process, with workers of their own.
type served struct {
	*supervisor
	dir  string // everybody may write there; it has a FUSE node
	path string // of the socket
	end  func() // ends the service and waits for it
}

// serve starts a service. At the end of the test nothing of it may be left: no
// process, no descriptor.
func serve(t *testing.T, p helper.Policy, change ...func(*supervisor)) *served {
	t.Helper()
	rootOnly(t)
	s := &served{dir: t.TempDir()}
	if err := attack.Prepare(s.dir); err != nil {
		t.Fatal(err)
	}
	s.path = filepath.Join(s.dir, "helper.sock")
	descriptors := descriptorsOf(t)
	l, err := Listen(s.path)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(logOf{t}, nil))
	s.supervisor = newSupervisor(Config{Listener: l, Policy: p, Version: "test", Limits: DefaultLimits, Log: log})
	for _, f := range change {
		f(s.supervisor)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.serve(ctx) }()
	s.end = sync.OnceFunc(func() {
		stop()
		within(t, "the end of the service", func() {
			if err := <-ended; err != nil {
				t.Errorf("serve: %v", err)
			}
		})
		_ = l.Close()
	})
	t.Cleanup(func() {
		s.end()
		await(t, "no worker left", func() bool { return len(children(t)) == 0 })
		await(t, "no descriptor left", func() bool { return descriptorsOf(t) <= descriptors })
	})
	return s
}

// logOf writes the service's log into that of the test, and not after its end.
type logOf struct{ t *testing.T }

func (l logOf) Write(b []byte) (int, error) {
	if l.t.Context().Err() == nil {
		l.t.Log(strings.TrimSuffix(string(b), "\n"))
	}
	return len(b), nil
}

// descriptorsOf counts this process's descriptors.
func descriptorsOf(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// children lists the child processes of this one that are in a stage of the
// service: workers and closers.
func children(t *testing.T, command ...string) []int {
	t.Helper()
	var list []int
	for _, pid := range processes() {
		if parent(pid) != os.Getpid() {
			continue
		}
		b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		words := strings.Split(string(b), "\x00")
		if len(words) < 2 || words[1] != WorkerCommand && words[1] != CloserCommand {
			continue
		}
		if len(command) == 0 || words[1] == command[0] {
			list = append(list, pid)
		}
	}
	return list
}

func processes() []int {
	entries, _ := os.ReadDir("/proc")
	var list []int
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			list = append(list, pid)
		}
	}
	return list
}

func parent(pid int) int {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	f := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
	if len(f) < 2 {
		return 0
	}
	n, _ := strconv.Atoi(f[1])
	return n
}

// counted returns what the service counted so far.
func (s *served) counted() Counts { return s.pool.total() }

// as is a client of the service that another user uses.
func (s *served) as(t *testing.T, uid int) *client.Client {
	t.Helper()
	c := client.New(client.Dialer(func(context.Context) (*net.UnixConn, error) { return s.dialAs(uid) }))
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// dial connects as another user, until the test ends.
func (s *served) dial(t *testing.T, uid int) *net.UnixConn {
	t.Helper()
	c, err := s.dialAs(uid)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// readAll returns what the service sends until it ends the connection.
func readAll(t *testing.T, c *net.UnixConn) string {
	t.Helper()
	var b []byte
	within(t, "the end of a connection", func() { b, _ = io.ReadAll(c) })
	return string(b)
}
