package client

import (
	"fmt"
	"net"
	"os"

	"golang.org/x/sys/unix"
)

const systemSocket = "/var/run/rt-helper.sock"

// peerUID is the effective user at the other end when it listened
// (LOCAL_PEERCRED).
func peerUID(c *net.UnixConn) (uint32, error) {
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

// privileged reports a program that gained rights at exec.
func privileged() bool {
	return os.Getuid() != os.Geteuid() || os.Getgid() != os.Getegid()
}
