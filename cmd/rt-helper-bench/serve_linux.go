package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/helper/service"
)

// The limits that a service of the measurement is started with.
const (
	usualLimits = "usual"
	wideLimits  = "wide" // so that one user may have hundreds of watches
)

// server is a running service.
type server struct {
	*child
	socket string
}

func startServer(socket, limits, profiles string) (*server, error) {
	c, err := startChild(os.Getuid(), []string{profileVariable + "=" + profiles}, serveCommand, socket, limits)
	if err != nil {
		return nil, err
	}
	return &server{c, socket}, nil
}

// serveMain serves on a socket until its input ends.
func serveMain(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: %s SOCKET LIMITS", serveCommand)
	}
	signal.Ignore(os.Interrupt) // ^C is for the process that measures, whose end ends this one
	limits := service.DefaultLimits
	if args[1] == wideLimits {
		limits.ConnectionsPerKey, limits.Connections, limits.WatchesPerKey = 1000, 1000, 1000
	}
	l, err := service.Listen(args[0])
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	fmt.Println("serving")
	return service.Serve(ctx, service.Config{
		Listener: l, Policy: helper.PolicyOwn, Version: "bench", Limits: limits,
		Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
	})
}

// closerMain and workerMain are processes of the service.
func closerMain([]string) error { return ended(service.Closer()) }

func workerMain([]string) error {
	stop, err := profile()
	if err != nil {
		return err
	}
	status := service.Worker()
	return ended(status, stop())
}

func ended(status int, errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	if status != 0 {
		return fmt.Errorf("status %s", strconv.Itoa(status))
	}
	return nil
}
