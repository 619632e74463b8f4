package main

import (
	"context"
	"log/slog"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"github.com/rt-helper/rt-helper/client"
)

// keepAlive tells systemd's watchdog that the service works: only after a
// question over its own socket was answered, by a worker.
func keepAlive(ctx context.Context, socket string, log *slog.Logger) {
	interval, err := daemon.SdWatchdogEnabled(false)
	if err != nil || interval == 0 {
		return
	}
	t := time.NewTicker(interval / 3)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		if err := answers(ctx, socket, interval/3); err != nil {
			log.Error("the service does not answer itself", "err", err)
			continue
		}
		_, _ = daemon.SdNotify(false, daemon.SdNotifyWatchdog)
	}
}

func answers(ctx context.Context, socket string, within time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	c := client.New(client.Socket(socket))
	defer c.Close()
	_, err := c.Info(ctx)
	return err
}
