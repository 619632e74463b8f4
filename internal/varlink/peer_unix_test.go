//go:build linux || darwin

package varlink_test

import (
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/rt-helper/rt-helper/internal/varlink"
)

// TestPeerUID: both ends of a connection know each other's user.
func TestPeerUID(t *testing.T) {
	dir, err := os.MkdirTemp("", "peer") // a path that is short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, "s"), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := net.DialUnix("unix", nil, l.Addr().(*net.UnixAddr))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := l.AcceptUnix()
	if err != nil {
		t.Fatal(err)
	}
	for name, end := range map[string]*net.UnixConn{"client": c, "server": s} {
		if uid, err := varlink.PeerUID(end); err != nil || int(uid) != os.Geteuid() {
			t.Errorf("%s: %d, %v", name, uid, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if uid, err := varlink.PeerUID(s); err == nil {
		t.Errorf("a closed socket: %d", uid)
	}
}
