package procfs

import (
	"encoding/binary"
	"fmt"
)

// PeerFunc tells the inode of the socket that a Unix socket, named by its
// inode, is connected with: 0 if there is none, or no such socket where it is
// asked. An error means that it could not be asked.
type PeerFunc func(ino uint64) (uint64, error)

// Numbers of netlink(7) and of sock_diag(7) for Unix sockets
// (linux/unix_diag.h).
const (
	netlinkHeader    = 16
	netlinkError     = 2
	sockDiagByFamily = 20
	unixDiagPeer     = 2
	unixDiagShowPeer = 0x4
	unixDiagRequest  = 24
	unixDiagMessage  = 16
	familyUnix       = 1
)

// noSuchSocket is -ENOENT.
const noSuchSocket = -2

// newUnixDiag is a question about the peer of a Unix socket.
func newUnixDiag(seq, ino uint32) []byte {
	const request, every = 1, 0xffffffff
	le := binary.LittleEndian
	b := make([]byte, 0, netlinkHeader+unixDiagRequest)
	b = le.AppendUint32(b, netlinkHeader+unixDiagRequest)
	b = le.AppendUint16(b, sockDiagByFamily)
	b = le.AppendUint16(b, request)
	b = le.AppendUint32(b, seq)
	b = le.AppendUint32(b, 0) // from whom: the kernel knows
	b = append(b, familyUnix, 0, 0, 0)
	b = le.AppendUint32(b, every) // state
	b = le.AppendUint32(b, ino)
	b = le.AppendUint32(b, unixDiagShowPeer)
	b = le.AppendUint32(b, every) // no cookie
	return le.AppendUint32(b, every)
}

// unixDiag is the kernel's reply.
type unixDiag struct {
	seq  uint32
	ino  uint32 // of the socket; 0 with an error
	peer uint64 // 0: none
	err  int32  // a negative errno(3), else 0
}

// parseUnixDiag parses a reply of sock_diag: a netlink header, a
// unix_diag_msg, attributes; or an error.
func parseUnixDiag(b []byte) (unixDiag, error) {
	le := binary.LittleEndian
	if len(b) < netlinkHeader {
		return unixDiag{}, fmt.Errorf("sock_diag: a reply of %d bytes", len(b))
	}
	kind, r := le.Uint16(b[4:]), unixDiag{seq: le.Uint32(b[8:])}
	if n := int(le.Uint32(b)); n < len(b) && n >= netlinkHeader {
		b = b[:n]
	}
	b = b[netlinkHeader:]
	if kind == netlinkError && len(b) >= 4 {
		if r.err = int32(le.Uint32(b)); r.err < 0 {
			return r, nil
		}
	}
	if kind != sockDiagByFamily || len(b) < unixDiagMessage || b[0] != familyUnix {
		return unixDiag{}, fmt.Errorf("sock_diag: a reply of type %d with %d bytes", kind, len(b))
	}
	r.ino = le.Uint32(b[4:])
	for b = b[unixDiagMessage:]; len(b) >= 4; {
		n, kind := int(le.Uint16(b)), le.Uint16(b[2:])
		if n < 4 || n > len(b) {
			break
		}
		if kind == unixDiagPeer && n >= 8 {
			r.peer = uint64(le.Uint32(b[4:]))
			break
		}
		b = b[min((n+3)&^3, len(b)):]
	}
	return r, nil
}
