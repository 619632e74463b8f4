package client_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

const nobody = 65534

// asUser runs f with the effective user of a thread changed: the kernel notes it
// as the one who connects or listens.
func asUser(uid int, f func() error) error {
	result := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with its user
		if _, _, errno := syscall.RawSyscall(unix.SYS_SETRESUID, ^uintptr(0), uintptr(uid), ^uintptr(0)); errno != 0 {
			result <- errno
			return
		}
		result <- f()
	}()
	return <-result
}

func rootOnly(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("root required: processes of several users")
	}
}

// TestNoService: only where nobody listens may a program look by itself.
func TestNoService(t *testing.T) {
	_, term := aTerminal(t)
	dir := shortDir(t)
	stale := filepath.Join(dir, "stale")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: stale, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	_ = l.Close()
	loop := filepath.Join(dir, "loop")
	if err := os.Symlink(loop, loop); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, path string
		none       bool
	}{
		{"nothing there", filepath.Join(dir, "nothing"), true},
		{"nobody listens any more", stale, true},
		{"a loop of links", loop, false},
		{"too long a path", filepath.Join(dir, strings.Repeat("x", 200)), false},
		{"it ends the connection", newFake(t, func(net.Conn, int) bool { return false }).path, false},
		{"it refuses", newFake(t, says(`{"error":"`+ours+`Busy"}`)).path, false},
		{"nonsense", newFake(t, says("nonsense")).path, false},
	} {
		one := client.New(client.Socket(c.path))
		_, err := one.Info(t.Context())
		if err == nil || errors.Is(err, client.ErrNoService) != c.none {
			t.Errorf("%s: %v", c.name, err)
		}
		a, err := one.Query(t.Context(), term)
		if err != nil || a.State != client.Unknown || (a.Reason == client.ReasonHelperMissing) != c.none || !strings.Contains(a.Detail, "; ") {
			t.Errorf("%s: %+v, %v", c.name, a, err)
		}
		_ = one.Close()
	}
}

// TestForbiddenSocket: a service that the caller may not ask is one.
func TestForbiddenSocket(t *testing.T) {
	rootOnly(t)
	f := newFake(t, says(aWait))
	if err := os.Chmod(f.path, 0o600); err != nil {
		t.Fatal(err)
	}
	err := asUser(nobody, func() error {
		c := client.New(client.Socket(f.path))
		defer c.Close()
		_, err := c.Info(t.Context())
		return err
	})
	if err == nil || errors.Is(err, client.ErrNoService) || !errors.Is(err, syscall.EACCES) {
		t.Errorf("got %v", err)
	}
}

// TestFakeService: a server that is neither root nor the caller is not trusted
// with a descriptor.
func TestFakeService(t *testing.T) {
	rootOnly(t)
	_, term := aTerminal(t)
	dir := shortDir(t)
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "s")
	var l *net.UnixListener
	err := asUser(nobody, func() (err error) {
		l, err = net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c := client.New(client.Socket(path))
	defer c.Close()
	if _, err := c.Info(t.Context()); !errors.Is(err, client.ErrFakeService) || errors.Is(err, client.ErrNoService) {
		t.Errorf("got %v", err)
	}
	a, err := c.Query(t.Context(), term)
	if err != nil || a.State != client.Unknown || !strings.Contains(a.Detail, "65534") {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestSocketPath: the environment names the socket.
func TestSocketPath(t *testing.T) {
	t.Setenv("RT_HELPER_SOCKET", "")
	if got := client.SocketPath(); got != "/run/rt-helper/helper.sock" {
		t.Errorf("got %s", got)
	}
	_, term := aTerminal(t)
	f := newFake(t, says(aWait))
	t.Setenv("RT_HELPER_SOCKET", f.path)
	c := client.New()
	defer c.Close()
	if a, err := c.Query(context.Background(), term); err != nil || a.State != client.Waiting {
		t.Errorf("%+v, %v", a, err)
	}
}
