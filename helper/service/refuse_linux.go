package service

import (
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/varlink"
)

// lot holds refused connections that may carry descriptors. Whoever drops the
// last reference to such a connection closes the descriptors, and may sleep in
// that for ever; so nobody here does.
type lot struct {
	log    *slog.Logger
	mu     sync.Mutex
	parked map[uint32][]*net.UnixConn
}

// refuse tells a caller that it is not served, and drops the connection if that
// is safe.
func (l *lot) refuse(key uint32, c *net.UnixConn, reason string) {
	_ = onSocket(c, func(fd int) error {
		text := fmt.Sprintf("{\"error\":%q,\"parameters\":{\"message\":%q}}\x00", varlink.Busy, reason)
		_ = unix.Sendto(fd, []byte(text), unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL, nil)
		return unix.Shutdown(fd, unix.SHUT_RDWR) // from here on nothing more arrives
	})
	if carriesNothing(c) {
		_ = c.Close()
		return
	}
	l.park(key, c)
}

// carriesNothing looks at what is queued without taking it: descriptors that
// do not fit into a control buffer are told of by MSG_CTRUNC.
func carriesNothing(c *net.UnixConn) bool {
	buf := make([]byte, 256<<10)
	safe := false
	_ = onSocket(c, func(fd int) error {
		n, _, flags, _, err := unix.Recvmsg(fd, buf, nil, unix.MSG_PEEK|unix.MSG_DONTWAIT)
		safe = (err == nil || err == unix.EAGAIN) && flags&unix.MSG_CTRUNC == 0 && n < len(buf)
		return nil
	})
	return safe
}

// park keeps a connection; when a key has too many, a process that may be lost
// drops them.
func (l *lot) park(key uint32, c *net.UnixConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.parked == nil {
		l.parked = map[uint32][]*net.UnixConn{}
	}
	l.parked[key] = append(l.parked[key], c)
	if len(l.parked[key]) <= parkedPerKey {
		return
	}
	if err := drop(l.parked[key]); err != nil {
		l.log.Error("refused connections cannot be dropped", "key", key, "connections", len(l.parked[key]), "err", err)
		return
	}
	l.log.Warn("refused connections that carry descriptors were dropped", "key", key)
	delete(l.parked, key)
}

// clear lets go of all parked connections, so that the end of this process does
// not have to.
func (l *lot) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, list := range l.parked {
		if err := drop(list); err != nil {
			l.log.Error("refused connections cannot be dropped", "key", key, "connections", len(list), "err", err)
			continue
		}
		delete(l.parked, key)
	}
}

// drop closes connections in a process of its own: it ends, and so drops them,
// after the copies here are closed. With an error all of them are still open.
func drop(list []*net.UnixConn) error {
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer w.Close()
	defer r.Close()
	cmd := exec.Command("/proc/self/exe", CloserCommand)
	cmd.Stdin = r
	defer func() { closeFiles(cmd.ExtraFiles) }()
	for _, c := range list {
		f, err := c.File()
		if err != nil {
			return err
		}
		cmd.ExtraFiles = append(cmd.ExtraFiles, f)
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	for _, c := range list {
		_ = c.Close()
	}
	go func() { _ = cmd.Wait() }()
	return nil
}

func closeFiles(list []*os.File) {
	for _, f := range list {
		_ = f.Close()
	}
}

// Closer is the main function of that process: it waits until the supervisor
// has let go.
func Closer() int {
	_, _ = os.Stdin.Read(make([]byte, 1))
	return 0
}
