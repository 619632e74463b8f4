package procfs

import (
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// PeerSocket asks sock_diag(7) about the Unix sockets of one network
// namespace: the one that its socket was made in, which need not be the
// caller's. It is safe for concurrent use. Close it.
type PeerSocket struct {
	mu   sync.Mutex
	file *os.File
	fd   int
	seq  uint32
}

// NewPeerSocket takes a netlink socket for sock_diag that nobody else uses. Of
// another kind of file it is an error, and the file stays the caller's.
func NewPeerSocket(f *os.File) (*PeerSocket, error) {
	fd := int(f.Fd())
	for _, o := range [][2]int{{unix.SO_DOMAIN, unix.AF_NETLINK}, {unix.SO_PROTOCOL, unix.NETLINK_SOCK_DIAG}} {
		if n, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, o[0]); err != nil || n != o[1] {
			return nil, fmt.Errorf("%s is no netlink socket of sock_diag: socket option %d is %d, %v", f.Name(), o[0], n, err)
		}
	}
	return &PeerSocket{file: f, fd: fd}, nil
}

// Close closes the socket.
func (s *PeerSocket) Close() { _ = s.file.Close() }

// Peer is a PeerFunc.
func (s *PeerSocket) Peer(ino uint64) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	return askPeer(s.fd, s.seq, ino)
}

// ownPeer is a PeerFunc for the network namespace of this process.
func ownPeer(ino uint64) (uint64, error) {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_SOCK_DIAG)
	if err != nil {
		return 0, fmt.Errorf("socket for sock_diag: %w", err)
	}
	defer unix.Close(fd)
	return askPeer(fd, 1, ino)
}

// askPeer has the kernel's reply when the question is sent: sock_diag works in
// the sender's own call. What else is found on the socket is passed over: a
// reply that an earlier user of the socket did not take, or a message of
// another process.
func askPeer(fd int, seq uint32, ino uint64) (uint64, error) {
	if ino == 0 || ino > 1<<32-1 {
		return 0, nil // no socket's: they have 32 bits
	}
	if err := unix.Sendto(fd, newUnixDiag(seq, uint32(ino)), 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return 0, fmt.Errorf("sendto of sock_diag: %w", err)
	}
	var buf [1024]byte
	for {
		n, from, err := unix.Recvfrom(fd, buf[:], unix.MSG_DONTWAIT)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return 0, fmt.Errorf("recvfrom of sock_diag: %w", err)
		}
		if a, ok := from.(*unix.SockaddrNetlink); !ok || a.Pid != 0 {
			continue // not the kernel's
		}
		r, err := parseUnixDiag(buf[:n])
		switch {
		case err != nil || r.seq != seq:
		case r.err == noSuchSocket:
			return 0, nil
		case r.err != 0:
			return 0, fmt.Errorf("sock_diag: %w", unix.Errno(-r.err))
		case uint64(r.ino) == ino:
			return r.peer, nil
		}
	}
}
