package attack

import (
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// say sends a message to the service, with descriptor 5 if "with-descriptor" is
// given, and tells the reply.
func say(_ string, args []string) error {
	sock, err := connect(args[0])
	if err != nil {
		return err
	}
	var rights []byte
	if len(args) > 2 {
		rights = unix.UnixRights(inputFD)
	}
	if err := unix.Sendmsg(sock, []byte(args[1]+"\x00"), rights, nil, 0); err != nil {
		return fmt.Errorf("sendmsg: %w", err)
	}
	tell("reply %s", readReply(sock))
	return nil
}

// joined connects descriptor 5, a socket, and ends.
func joined(_ string, args []string) error {
	err := unix.Connect(inputFD, &unix.SockaddrUnix{Name: args[0]})
	if err == nil {
		tell("ready")
	}
	return err
}

func connect(path string) (int, error) {
	sock, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1, err
	}
	if err := unix.Connect(sock, &unix.SockaddrUnix{Name: path}); err != nil {
		return -1, fmt.Errorf("connect to %s: %w", path, err)
	}
	return sock, nil
}

// readReply reads up to a NUL or the end.
func readReply(sock int) string {
	var all []byte
	buf := make([]byte, 4096)
	for {
		n, err := unix.Read(sock, buf)
		if err == unix.EINTR {
			continue
		}
		if n <= 0 || err != nil {
			return string(all)
		}
		if all = append(all, buf[:n]...); all[len(all)-1] == 0 {
			return string(all[:len(all)-1])
		}
	}
}

// sendFiles asks a number of times, each on a new connection, about a file that
// whoever closes it sleeps for.
func sendFiles(dir string, args []string) error {
	n, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	for range n {
		sock, err := connect(args[0])
		if err != nil {
			return err
		}
		fd, err := unix.Open(filepath.Join(dir, FlushFile), unix.O_RDWR|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		const text = `{"method":"io.rthelper.Terminal.Query","parameters":{"descriptor":0}}` + "\x00"
		if err := unix.Sendmsg(sock, []byte(text), unix.UnixRights(fd), nil, 0); err != nil {
			return fmt.Errorf("sendmsg: %w", err)
		}
		tell("reply %s", readReply(sock))
	}
	tell("ready")
	select {}
}

// flood opens connections that it keeps idle, until more are refused, and then
// some that carry descriptors which nobody can drop without sleeping.
func flood(dir string, args []string) error {
	idle, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	for range idle {
		if _, err := connect(args[0]); err != nil {
			return err
		}
	}
	kind, flags := args[2], 0
	if strings.HasSuffix(kind, "-urgent") {
		flags = unix.MSG_OOB
	}
	if strings.HasPrefix(kind, "linger") {
		err = sendLingering(args[0], flags)
	} else {
		for i := 0; i < 8 && err == nil; i++ {
			err = sendDirty(filepath.Join(dir, DirtyFile+strconv.Itoa(i)), args[0], flags)
		}
	}
	if err != nil {
		return err
	}
	tell("ready")
	select {}
}

const flooded = 40 // refused connections, more than are parked

// sendLingering sends sockets whose last close waits for their peer.
func sendLingering(path string, flags int) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	for range flooded {
		fd, err := lingering(l.Addr().(*net.TCPAddr).Port)
		if err != nil {
			return err
		}
		if err := sendAway(path, fd, flags); err != nil {
			return err
		}
	}
	return nil
}

// sendDirty sends the last references to a file; then what was written to the
// file never arrives, and then one more connection comes.
func sendDirty(file, path string, flags int) error {
	fds, spoil, err := dirtyFile(file, 8)
	if err != nil {
		return err
	}
	for _, fd := range fds {
		if err := sendAway(path, fd, flags); err != nil {
			return err
		}
	}
	if err := spoil(); err != nil {
		return err
	}
	harmless, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
	if err != nil {
		return err
	}
	return sendAway(path, harmless, flags)
}

// sendAway sends a descriptor on a new connection, closes it, and waits until
// the service has ended the connection.
func sendAway(path string, fd, flags int) error {
	sock, err := connect(path)
	if err != nil {
		return err
	}
	err = unix.Sendmsg(sock, []byte("x"), unix.UnixRights(fd), nil, flags)
	if errors.Is(err, unix.EPIPE) { // refused before: quicker the next time
		_ = unix.Close(sock)
		return sendAway(path, fd, flags)
	}
	if err != nil {
		return fmt.Errorf("sendmsg: %w", err)
	}
	if err := unix.Close(fd); err != nil {
		return err
	}
	for readReply(sock) != "" {
	}
	return nil
}

// lingering is a socket with something to send to a peer that takes nothing.
func lingering(port int) (int, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1, err
	}
	err = errors.Join(
		unix.SetsockoptLinger(fd, unix.SOL_SOCKET, unix.SO_LINGER, &unix.Linger{Onoff: 1, Linger: 3600}),
		unix.Connect(fd, &unix.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}}))
	for err == nil {
		_, err = unix.SendmsgN(fd, make([]byte, 64<<10), nil, nil, unix.MSG_DONTWAIT)
	}
	if err != unix.EAGAIN {
		return -1, err
	}
	return fd, nil
}

// dirtyFile opens a file a number of times. Whoever closes one of the
// descriptors after the file was spoilt waits.
func dirtyFile(file string, n int) (fds []int, spoil func() error, err error) {
	all := make([]int, n+1)
	for i := range all {
		if all[i], err = unix.Open(file, unix.O_RDWR|unix.O_CLOEXEC, 0); err != nil {
			return nil, nil, fmt.Errorf("open %s: %w", file, err)
		}
	}
	return all[:n], func() error {
		_, err := unix.Pwrite(all[n], make([]byte, unix.Getpagesize()), 0)
		return err
	}, nil
}

// inFlight connects to a socket, sends it the last reference to a file that
// nobody can drop, and waits.
func inFlight(dir string, args []string) error {
	sock, err := connect(args[0])
	if err != nil {
		return err
	}
	fds, spoil, err := dirtyFile(filepath.Join(dir, DirtyFile), 1)
	if err != nil {
		return err
	}
	if err := unix.Sendmsg(sock, []byte("x"), unix.UnixRights(fds[0]), nil, 0); err != nil {
		return fmt.Errorf("sendmsg: %w", err)
	}
	if err := errors.Join(unix.Close(fds[0]), spoil()); err != nil {
		return err
	}
	tell("ready")
	select {}
}
