package service

import (
	"fmt"
	"net"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/varlink"
)

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
		safe = (err == nil || err == unix.EAGAIN) && flags&unix.MSG_CTRUNC == 0 && n < len(buf) && !urgent(fd)
		return nil
	})
	return safe
}

// urgent reports a byte sent out of band. Such a byte may carry descriptors, and
// a peek does not see it, nor what lies behind it.
func urgent(fd int) bool {
	_, _, err := unix.Recvfrom(fd, make([]byte, 1), unix.MSG_OOB|unix.MSG_PEEK|unix.MSG_DONTWAIT)
	return err != unix.EINVAL && err != unix.EOPNOTSUPP
}
