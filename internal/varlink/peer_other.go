//go:build !linux && !darwin

package varlink

import (
	"errors"
	"fmt"
	"net"
)

// PeerUID is the effective user at the other end: not known on this system.
func PeerUID(*net.UnixConn) (uint32, error) {
	return 0, fmt.Errorf("the user of a socket's peer on this system: %w", errors.ErrUnsupported)
}
