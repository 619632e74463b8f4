package procfs

import (
	"encoding/binary"
	"fmt"

	"golang.org/x/sys/unix"
)

// Numbers of sock_diag(7) for Unix sockets (linux/unix_diag.h).
const (
	sockDiagByFamily = 20
	udiagShowPeer    = 0x4
	unixDiagReqSize  = 24
)

// unixPeer asks the kernel for the inode of a Unix socket's peer, 0 without
// one. Sockets of other network namespaces are not found.
func unixPeer(ino uint64) (uint64, error) {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_SOCK_DIAG)
	if err != nil {
		return 0, fmt.Errorf("socket for sock_diag: %w", err)
	}
	defer unix.Close(fd)
	if err := unix.Sendto(fd, unixDiagRequest(uint32(ino)), 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return 0, fmt.Errorf("sendto of sock_diag: %w", err)
	}
	buf := make([]byte, 4096)
	n, _, err := unix.Recvfrom(fd, buf, unix.MSG_DONTWAIT)
	if err != nil {
		return 0, fmt.Errorf("recvfrom of sock_diag: %w", err)
	}
	return parseUnixDiag(buf[:n])
}

func unixDiagRequest(ino uint32) []byte {
	b := make([]byte, unix.NLMSG_HDRLEN, unix.NLMSG_HDRLEN+unixDiagReqSize)
	le := binary.LittleEndian
	le.PutUint32(b[0:], unix.NLMSG_HDRLEN+unixDiagReqSize)
	le.PutUint16(b[4:], sockDiagByFamily)
	le.PutUint16(b[6:], unix.NLM_F_REQUEST)
	b = append(b, unix.AF_UNIX, 0, 0, 0)
	b = le.AppendUint32(b, 0xffffffff) // every state
	b = le.AppendUint32(b, ino)
	b = le.AppendUint32(b, udiagShowPeer)
	b = le.AppendUint32(b, 0xffffffff) // no cookie
	return le.AppendUint32(b, 0xffffffff)
}
