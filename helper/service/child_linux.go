package service

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"

	"github.com/rt-helper/rt-helper/helper"
)

// Child looks through a worker process of the caller's own, where there is no
// service: the same code, with the same watchdog, and the caller's own rights.
type Child struct {
	pool *pool
}

// NewChild returns a Child; its process is started with the first question.
func NewChild(p helper.Policy, version string) *Child {
	l := DefaultLimits
	l.ConnectionsPerKey = l.Connections
	return &Child{newPool(l, setup{Policy: string(p), Version: version, Watches: 0}, nil, slog.New(slog.DiscardHandler))}
}

// Dial is for client.Dialer.
func (c *Child) Dial(context.Context) (*net.UnixConn, error) {
	mine, theirs, err := socketPair()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	uid := uint32(os.Getuid())
	if err := c.pool.handOver(uid, uid, theirs); err != nil {
		return nil, errors.Join(err, mine.Close())
	}
	return mine, nil
}

// Close ends the process.
func (c *Child) Close() { c.pool.endAll() }
