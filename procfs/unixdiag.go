package procfs

import (
	"encoding/binary"
	"fmt"
)

// parseUnixDiag finds the peer's inode in sock_diag's reply about a Unix
// socket: a netlink header, a unix_diag_msg, attributes.
func parseUnixDiag(b []byte) (uint64, error) {
	const header, message, byFamily, peer = 16, 16, 20, 2
	le := binary.LittleEndian
	if len(b) < header+message || le.Uint16(b[4:]) != byFamily {
		return 0, fmt.Errorf("sock_diag: no such socket, or a short reply")
	}
	if n := int(le.Uint32(b)); n < len(b) && n >= header+message {
		b = b[:n]
	}
	for b = b[header+message:]; len(b) >= 4; {
		n, kind := int(le.Uint16(b)), le.Uint16(b[2:])
		if n < 4 || n > len(b) {
			break
		}
		if kind == peer && n >= 8 {
			return uint64(le.Uint32(b[4:])), nil
		}
		b = b[min((n+3)&^3, len(b)):]
	}
	return 0, nil
}
