package service

import (
	"log/slog"
	"net"

	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/procfs"
)

// Config says how to serve.
type Config struct {
	Listener *net.UnixListener
	Policy   helper.Policy
	Version  string
	Limits   Limits
	Metrics  string // file for the counters in Prometheus' text format, "" for none
	Log      *slog.Logger
	// Peer tells the peers of Unix sockets, if the workers cannot ask the kernel
	// about the sockets of the terminals' jobs; nil: they can. Linux only.
	Peer procfs.PeerFunc
}
