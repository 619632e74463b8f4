package main

import (
	"context"
	"flag"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/coreos/go-systemd/v22/daemon"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/helper/service"
	"github.com/rt-helper/rt-helper/internal/version"
	"github.com/rt-helper/rt-helper/procfs"
)

// serve answers on the socket until it is told to end. What it says to systemd
// is said to nobody elsewhere.
func (p program) serve(args []string) int {
	f := flag.NewFlagSet("serve [--socket PATH] [--policy own|session]", flag.ContinueOnError)
	socket := f.String("socket", "", "listen here (default: the socket of systemd's activation, else "+client.SocketPath()+")")
	word := f.String("policy", "own", "whose processes a caller is told of: own, or session")
	if _, status, ok := p.parse(f, args, 0); !ok {
		return status
	}
	policy, err := helper.ParsePolicy(*word)
	if err != nil {
		return p.fail("serve: %v", err)
	}
	log := slog.New(slog.NewTextHandler(p.err, nil))
	l, path, peer, err := listener(*socket)
	if err != nil {
		return p.fail("serve: %v", err)
	}
	defer l.Close() // removes the socket, unless it is systemd's
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	log.Info("serving", "socket", path, "policy", policy, "version", version.Text(), "user", os.Geteuid())
	_, _ = daemon.SdNotify(false, daemon.SdNotifyReady)
	go keepAlive(ctx, path, log)
	err = service.Serve(ctx, service.Config{
		Listener: l, Policy: policy, Version: version.Text(), Limits: service.DefaultLimits,
		Metrics: metricsFile(path), Log: log, Peer: peer,
	})
	if err != nil {
		return p.fail("serve: %v", err)
	}
	return 0
}

// metricsFile is where the counters go: into the directory that systemd made for
// this service, or else into the default one beside the socket. Nobody asked for
// a file elsewhere.
func metricsFile(socket string) string {
	dir := os.Getenv("RUNTIME_DIRECTORY")
	if own := filepath.Dir(socket); dir == "" && own == service.Directory {
		dir = own
	}
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "metrics.prom")
}

// listener takes the sockets that systemd passes, and makes one of its own if a
// path is given, or none is passed.
func listener(path string) (*net.UnixListener, string, procfs.PeerFunc, error) {
	p, err := passedSockets()
	if err != nil {
		return nil, "", nil, err
	}
	if p.listener != nil && path == "" {
		return p.listener, p.listener.Addr().String(), p.peer(), nil
	}
	if p.listener != nil {
		_ = p.listener.Close()
	}
	if path == "" {
		path = client.SocketPath()
	}
	l, err := service.Listen(path)
	return l, path, p.peer(), err
}
