package varlink

import (
	"fmt"
	"net"

	"golang.org/x/sys/unix"
)

// PeerUID is the effective user at the other end, as of when it connected or
// listened (LOCAL_PEERCRED).
func PeerUID(c *net.UnixConn) (uint32, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, err
	}
	var cred *unix.Xucred
	cerr := raw.Control(func(fd uintptr) {
		cred, err = unix.GetsockoptXucred(int(fd), unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	})
	if cerr != nil {
		err = cerr
	}
	if err != nil {
		return 0, fmt.Errorf("getsockopt LOCAL_PEERCRED: %w", err)
	}
	return cred.Uid, nil
}
