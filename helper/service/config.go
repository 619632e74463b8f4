package service

import (
	"log/slog"
	"net"

	"github.com/rt-helper/rt-helper/helper"
)

// Config says how to serve.
type Config struct {
	Listener *net.UnixListener
	Policy   helper.Policy
	Version  string
	Limits   Limits
	Metrics  string // file for the counters in Prometheus' text format, "" for none
	Log      *slog.Logger
}
