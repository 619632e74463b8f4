package client_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/helper/service"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// TestMain lets the service's workers be processes of the test binary.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case service.WorkerCommand:
			os.Exit(service.Worker())
		case service.CloserCommand:
			os.Exit(service.Closer())
		}
	}
	os.Exit(m.Run())
}

// served is a service in this process, with workers of its own.
type served struct {
	path string
	stop func()
}

func serve(t *testing.T) *served {
	t.Helper()
	s := &served{path: filepath.Join(shortDir(t), "s")}
	s.start(t)
	t.Cleanup(func() { s.stop() })
	return s
}

// start begins to serve, again after stop.
func (s *served) start(t *testing.T) {
	t.Helper()
	l, err := service.Listen(s.path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- service.Serve(ctx, service.Config{
			Listener: l, Policy: helper.PolicyOwn, Version: "test", Limits: service.DefaultLimits, Log: slog.New(slog.DiscardHandler),
		})
	}()
	s.stop = func() {
		cancel()
		within(t, "the end of the service", func() {
			if err := <-ended; err != nil {
				t.Errorf("serve: %v", err)
			}
		})
		_ = l.Close()
		s.stop = func() {}
	}
}

// as is a client that a user uses; another than the test's takes root.
func (s *served) as(t *testing.T, uid int) *client.Client {
	t.Helper()
	c := client.New(client.Socket(s.path))
	if uid != os.Geteuid() {
		c = client.New(client.Dialer(func(context.Context) (sock *net.UnixConn, err error) {
			err = asUser(uid, func() error {
				sock, err = net.DialUnix("unix", nil, &net.UnixAddr{Name: s.path, Net: "unix"})
				return err
			})
			return sock, err
		}))
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// workers are the processes of the service that are children of this one.
func workers(t *testing.T) (list []int) {
	t.Helper()
	names, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range names {
		b, _ := os.ReadFile(name)
		words := strings.Split(string(b), "\x00")
		var pid, parent int
		_, err := fmt.Sscanf(name, "/proc/%d", &pid)
		if err == nil && len(words) > 1 && words[1] == service.WorkerCommand {
			stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			_, _ = fmt.Sscanf(string(stat[strings.LastIndexByte(string(stat), ')')+1:]), " %s %d", new(string), &parent)
		}
		if parent == os.Getpid() {
			list = append(list, pid)
		}
	}
	return list
}

// killWorkers ends them as the kernel does when memory is short.
func killWorkers(t *testing.T) {
	t.Helper()
	list := workers(t)
	if len(list) == 0 {
		t.Fatal("no worker to kill")
	}
	for _, pid := range list {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	for _, pid := range list { // until it is waited for: then its sockets are closed
		await(t, "the worker's end", func() bool { return syscall.Kill(pid, 0) == syscall.ESRCH })
	}
}

// await waits until something has happened.
func await(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !happened(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// screen is a terminal of a user with a program on it.
type screen struct {
	*pty.Pty
	term *client.Terminal
	cmd  *exec.Cmd
}

func screenOf(t *testing.T, uid int, argv ...string) *screen {
	t.Helper()
	p, term := aTerminal(t)
	s := &screen{p, term, exec.Command(argv[0], argv[1:]...)}
	if uid != os.Geteuid() {
		pty.RunAs(s.cmd, uid, uid)
		if err := p.Chown(uid, -1); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Start(s.cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait() // a second Wait fails: harmless
	})
	go func() {
		for buf := make([]byte, 4096); ; {
			if _, err := p.Master().Read(buf); err != nil {
				return
			}
		}
	}()
	return s
}

func (s *screen) typeLine(t *testing.T) {
	t.Helper()
	if _, err := s.Master().WriteString("a line\n"); err != nil {
		t.Error(err)
	}
}

// mustWait asks until the terminal's job waits.
func (s *screen) mustWait(t *testing.T, c *client.Client) client.Answer {
	t.Helper()
	var a client.Answer
	await(t, "a wait", func() bool {
		var err error
		if a, err = c.Query(t.Context(), s.term); err != nil {
			t.Fatal(err)
		}
		return a.State == client.Waiting
	})
	return a
}
