//go:build linux || darwin

package varlink

import "net"

// PeerUID is the effective user at the other end, as of when it connected or
// listened (Linux: SO_PEERCRED, macOS: LOCAL_PEERCRED).
func PeerUID(c *net.UnixConn) (uid uint32, err error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, err
	}
	if e := raw.Control(func(fd uintptr) { uid, err = peerUID(int(fd)) }); e != nil {
		err = e
	}
	return uid, err
}
