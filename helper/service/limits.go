package service

import "time"

// Limits bound what callers may use. Refusals are answered with Busy.
type Limits struct {
	ConnectionsPerKey int
	Connections       int
	StuckPerKey       int
	Stuck             int
	Workers           int
	WatchesPerKey     int
	QueriesPerSecond  int // of an unprivileged key
}

// DefaultLimits are the limits of a service that nobody configured.
var DefaultLimits = Limits{
	ConnectionsPerKey: 16,
	Connections:       256,
	StuckPerKey:       2,
	Stuck:             16,
	Workers:           32,
	WatchesPerKey:     64,
	QueriesPerSecond:  2000,
}

const (
	lookDeadline  = 250 * time.Millisecond // from the begin of a look to the answer that it stalled
	deepSleep     = 200 * time.Millisecond // how long a thread must have slept where signals do not end it, to count as stuck
	hardDeadline  = 2 * time.Second        // the same, while the process is only slow
	idleExit      = 10 * time.Second       // a worker without connections ends
	parkedPerKey  = 8                      // refused connections whose descriptors cannot be dropped safely
	endingPerKey  = 2                      // closers that do not end, before many are gathered for the next
	heldPerCloser = 4096                   // connections in one of them, less where it may have fewer descriptors
	killedPenalty = 60 * time.Second       // a worker that the kernel killed for memory counts as stuck so long
	idleTimeout   = 10 * time.Minute       // of a connection
	requestTime   = time.Second            // from the first byte of a request to its end
	replyTime     = time.Second
)
