package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

// listening is a listening socket that stays when it is closed, as systemd's do.
func listening(t *testing.T, path string) *os.File {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	f, err := l.File()
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func socket(t *testing.T, domain, kind, protocol int) *os.File {
	t.Helper()
	fd, err := unix.Socket(domain, kind|unix.SOCK_CLOEXEC, protocol)
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), "socket")
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func diag(t *testing.T) *os.File {
	t.Helper()
	return socket(t, unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_SOCK_DIAG)
}

// activated starts serve as systemd does, with sockets.
func activated(t *testing.T, attr *syscall.SysProcAttr, args string, files ...*os.File) *background {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := "LISTEN_PID=$$ LISTEN_FDS=" + strconv.Itoa(len(files)) + ` exec "$0" serve ` + args
	return cli{files: files}.startWith(t, func(cmd *exec.Cmd) {
		// The shell's number is that of the program which it becomes.
		cmd.Path, cmd.Args = "/bin/sh", []string{"sh", "-c", script, self}
		cmd.SysProcAttr = attr
	})
}

// TestServeActivated: the socket that systemd passes, which stays when the
// service ends; the order does not matter.
func TestServeActivated(t *testing.T) {
	for name, more := range map[string]func(*os.File) []*os.File{
		"alone":  func(l *os.File) []*os.File { return []*os.File{l} },
		"first":  func(l *os.File) []*os.File { return []*os.File{l, diag(t)} },
		"second": func(l *os.File) []*os.File { return []*os.File{diag(t), l} },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(publicDir(t), "s")
			b := activated(t, nil, "", more(listening(t, path))...)
			c := client.New(client.Socket(path))
			defer c.Close()
			if _, err := c.Info(t.Context()); err != nil {
				t.Errorf("it does not answer: %v", err)
			}
			if err := b.Process.Signal(unix.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if code := b.end(t); code != 0 {
				t.Errorf("status %d: %s", code, b.errs)
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("systemd's socket was removed: %v", err)
			}
		})
	}
}

// TestServeActivatedWrongly: units that pass something else are told so.
func TestServeActivatedWrongly(t *testing.T) {
	file, err := os.Open("/dev/null")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	in := func() string { return filepath.Join(publicDir(t), "s") }
	for name, c := range map[string]struct {
		files []*os.File
		words string
	}{
		"two listeners":          {[]*os.File{listening(t, in()), listening(t, in())}, "is not expected"},
		"two of sock_diag":       {[]*os.File{listening(t, in()), diag(t), diag(t)}, "is not expected"},
		"another netlink socket": {[]*os.File{listening(t, in()), socket(t, unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE)}, "no netlink socket of sock_diag"},
		"a datagram socket":      {[]*os.File{socket(t, unix.AF_UNIX, unix.SOCK_DGRAM, 0)}, "no listening Unix stream socket"},
		"not listening":          {[]*os.File{socket(t, unix.AF_UNIX, unix.SOCK_STREAM, 0)}, "no listening Unix stream socket"},
		"an internet socket":     {[]*os.File{socket(t, unix.AF_INET, unix.SOCK_STREAM, 0)}, "is not expected"},
		"a file":                 {[]*os.File{file}, "socket operation on non-socket"},
	} {
		t.Run(name, func(t *testing.T) {
			b := activated(t, nil, "", c.files...)
			if code := b.end(t); code != exitError || !strings.Contains(b.errs.String(), c.words) || strings.Count(b.errs.String(), "\n") != 1 {
				t.Errorf("status %d, %q; want %q", code, b.errs, c.words)
			}
		})
	}
}

// TestServeElsewhere: a service in a network namespace of its own knows a
// program's own socket pair by the socket that systemd passes; without it the pair
// counts as a source.
func TestServeElsewhere(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("root required: another network namespace")
	}
	p := probeOn(t, "epoll-pair")
	elsewhere := &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWNET}
	for _, c := range []struct {
		name, args string
		files      func(path string) []*os.File
		want       int
	}{
		{"passed", "", func(path string) []*os.File { return []*os.File{listening(t, path), diag(t)} }, exitWaiting},
		{"passed, with a socket of its own", "--socket ", func(string) []*os.File { return []*os.File{diag(t)} }, exitWaiting},
		{"not passed", "", func(path string) []*os.File { return []*os.File{listening(t, path)} }, exitListening},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(publicDir(t), "s")
			args := c.args
			if args != "" {
				args += path
			}
			activated(t, elsewhere, args, c.files(path)...)
			await(t, "the service", func() bool { return cli{socket: path}.run(t, "list").code == 0 })
			cli{socket: path}.asked(t, c.want, p.Path())
		})
	}
}
