package client

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"syscall"

	"github.com/rt-helper/rt-helper/internal/varlink"
)

// ErrNoService reports that no service listens; a program may then look by
// itself. After any other error it must not.
var ErrNoService = errors.New("no rt-helper service on this machine")

// ErrFakeService reports a server that runs neither as root nor as the caller:
// it is not given a descriptor.
var ErrFakeService = errors.New("the server of this socket is neither root nor you")

// SocketPath is where the service listens: RT_HELPER_SOCKET, which is ignored
// in a setuid program, or the system's path.
func SocketPath() string {
	if p := os.Getenv("RT_HELPER_SOCKET"); p != "" && !privileged() {
		return p
	}
	return systemSocket
}

// dialSocket connects and checks who serves.
func dialSocket(ctx context.Context, path string) (*net.UnixConn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
		return nil, fmt.Errorf("%w: %s", ErrNoService, path)
	}
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", path, err)
	}
	sock := conn.(*net.UnixConn)
	uid, err := varlink.PeerUID(sock)
	if err == nil && uid != 0 && int(uid) != os.Getuid() {
		err = fmt.Errorf("%w: %s is served by user %d", ErrFakeService, path, uid)
	}
	if err != nil {
		_ = sock.Close()
		return nil, err
	}
	return sock, nil
}
