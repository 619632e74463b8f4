package main

import (
	"context"
	"errors"

	"github.com/rt-helper/rt-helper/client"
)

// asker asks the service; where there is none, the commands look by
// themselves, in a process of their own that may be lost.
type asker struct {
	*client.Client
	end func()
}

// newAsker tries the service once: the fallback is for a machine without one,
// never for an error of one that is there.
func newAsker(ctx context.Context) asker {
	c := client.New()
	if _, err := c.Info(ctx); !errors.Is(err, client.ErrNoService) {
		return asker{c, func() { _ = c.Close() }}
	}
	return ownAsker()
}
