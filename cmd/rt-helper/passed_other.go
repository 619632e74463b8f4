//go:build !linux

package main

import (
	"net"

	"github.com/rt-helper/rt-helper/procfs"
)

// passed is what systemd passes: nothing here.
type passed struct{ listener *net.UnixListener }

func passedSockets() (passed, error) { return passed{}, nil }

func (passed) peer() procfs.PeerFunc { return nil }
