package main

import (
	"context"
	"errors"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/helper/service"
	"github.com/rt-helper/rt-helper/internal/version"
)

// asker asks the service; where there is none, the commands look by
// themselves: on Linux in a process of their own that may be lost, on macOS in
// this one. It must be ended: on macOS it may have the kernel's trace.
type asker struct {
	*client.Client
	own bool // there is no service
	end func()
}

// newAsker tries the service once: the fallback is for a machine without one,
// never for an error of one that is there.
func newAsker(ctx context.Context) asker {
	c := client.New()
	if _, err := c.Info(ctx); !errors.Is(err, client.ErrNoService) {
		return asker{c, false, func() { _ = c.Close() }}
	}
	return ownAsker()
}

// ownAsker asks what this program itself can see.
func ownAsker() asker {
	child := service.NewChild(helper.PolicyOwn, version.Text())
	c := client.New(client.Dialer(child.Dial))
	return asker{c, true, func() {
		_ = c.Close()
		child.Close()
	}}
}
