//go:build !linux && !darwin

package client

import (
	"errors"
	"fmt"
	"net"
)

const systemSocket = "/var/run/rt-helper.sock"

func peerUID(*net.UnixConn) (uint32, error) {
	return 0, fmt.Errorf("the user of a socket's peer on this system: %w", errors.ErrUnsupported)
}

func privileged() bool { return false }
