package main

import (
	"fmt"
	"net"
	"os"

	"github.com/coreos/go-systemd/v22/activation"
	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/procfs"
)

// passed are the sockets that systemd passes: the one to serve, and a netlink
// socket that asks about the Unix sockets of the machine, for the service is in
// a network namespace of its own.
type passed struct {
	listener *net.UnixListener // nil: none is passed
	peers    *procfs.PeerSocket
}

// passedSockets takes what systemd passes; anything else than at most one of
// each kind is a mistake in the units.
func passedSockets() (passed, error) {
	var p passed
	for _, f := range activation.Files(true) {
		if err := p.take(f); err != nil {
			return passed{}, fmt.Errorf("sockets from systemd: %w", err)
		}
	}
	return p, nil
}

func (p *passed) take(f *os.File) error {
	domain, err := unix.GetsockoptInt(int(f.Fd()), unix.SOL_SOCKET, unix.SO_DOMAIN)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", f.Name(), err)
	case domain == unix.AF_NETLINK && p.peers == nil:
		p.peers, err = procfs.NewPeerSocket(f)
		return err
	case domain == unix.AF_UNIX && p.listener == nil:
		return p.listen(f)
	}
	return fmt.Errorf("%s is not expected (address family %d)", f.Name(), domain)
}

// listen takes a listening Unix stream socket.
func (p *passed) listen(f *os.File) error {
	kind, err1 := unix.GetsockoptInt(int(f.Fd()), unix.SOL_SOCKET, unix.SO_TYPE)
	listens, err2 := unix.GetsockoptInt(int(f.Fd()), unix.SOL_SOCKET, unix.SO_ACCEPTCONN)
	if err1 != nil || err2 != nil || kind != unix.SOCK_STREAM || listens == 0 {
		return fmt.Errorf("%s is no listening Unix stream socket", f.Name())
	}
	l, err := net.FileListener(f)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name(), err)
	}
	unixListener, ok := l.(*net.UnixListener)
	if !ok {
		return fmt.Errorf("%s is no Unix socket", f.Name())
	}
	unixListener.SetUnlinkOnClose(false)
	p.listener = unixListener
	return f.Close()
}

// peer is the way to ask, nil without one.
func (p passed) peer() procfs.PeerFunc {
	if p.peers == nil {
		return nil
	}
	return p.peers.Peer
}
