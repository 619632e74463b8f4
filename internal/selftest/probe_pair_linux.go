package selftest

import (
	"encoding/binary"
	"fmt"

	"golang.org/x/sys/unix"
)

// epollPair waits for the terminal and for one end of a socket pair whose other
// end it holds itself, as event loops do that wake themselves by one.
func epollPair() (call, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("socketpair: %w", err)
	}
	if err := peersAreTold(fds[0]); err != nil {
		return nil, skipError{fmt.Sprintf("the kernel does not tell how sockets are connected: %v", err)}
	}
	ep, err := epollOf(entry{0, unix.EPOLLIN}, entry{fds[0], unix.EPOLLIN})
	return epolling(epollNumber, ep), err
}

// peersAreTold asks sock_diag(7) about a Unix socket. Kernels may be built
// without it, or lack the module.
func peersAreTold(fd int) error {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	s, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_SOCK_DIAG)
	if err != nil {
		return err
	}
	defer unix.Close(s)
	// A netlink header (type: by family), then struct unix_diag_req: the family,
	// every state, the inode, what to show (the peer), no cookie.
	question := []uint32{40, 20 | unix.NLM_F_REQUEST<<16, 0, 0, unix.AF_UNIX, ^uint32(0), uint32(st.Ino), 4, ^uint32(0), ^uint32(0)}
	var b []byte
	for _, word := range question {
		b = binary.NativeEndian.AppendUint32(b, word)
	}
	if err := unix.Sendto(s, b, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return err
	}
	reply := make([]byte, 1024)
	n, _, err := unix.Recvfrom(s, reply, unix.MSG_DONTWAIT)
	if err == nil && (n < 20 || binary.NativeEndian.Uint16(reply[4:]) == unix.NLMSG_ERROR) {
		err = fmt.Errorf("sock_diag refuses: %w", unix.Errno(-int32(binary.NativeEndian.Uint32(reply[16:]))))
	}
	return err
}
