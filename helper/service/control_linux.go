package service

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// control is one end of the socket between a supervisor and a worker. It keeps
// messages apart and carries a descriptor with each.
type control struct {
	sock *net.UnixConn
}

// controlPair returns the supervisor's end, and the worker's end as a file.
func controlPair() (*control, *os.File, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("socketpair: %w", err)
	}
	mine := os.NewFile(uintptr(fds[0]), "control socket")
	defer mine.Close()
	theirs := os.NewFile(uintptr(fds[1]), "control socket of a worker")
	c, err := newControl(mine)
	if err != nil {
		_ = theirs.Close()
		return nil, nil, err
	}
	return c, theirs, nil
}

// newControl takes a copy of the file's socket.
func newControl(f *os.File) (*control, error) {
	c, err := net.FileConn(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	sock, ok := c.(*net.UnixConn)
	if !ok {
		_ = c.Close()
		return nil, fmt.Errorf("%s is no Unix socket", f.Name())
	}
	return &control{sock}, nil
}

// send passes a message, with a copy of conn's descriptor unless it is nil.
func (c *control) send(v any, conn syscall.Conn) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if conn == nil {
		_, err = c.sock.Write(b)
		return err
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var sent error
	err = raw.Control(func(fd uintptr) {
		_, _, sent = c.sock.WriteMsgUnix(b, unix.UnixRights(int(fd)), nil)
	})
	return errors.Join(err, sent)
}

// receive takes a message; the file is nil if no descriptor came with it.
func (c *control) receive(v any) (*os.File, error) {
	buf, oob := make([]byte, maxMessage), make([]byte, unix.CmsgSpace(4))
	n, oobn, _, _, err := c.sock.ReadMsgUnix(buf, oob)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, errClosed
	}
	file := received(oob[:oobn])
	if err := decodeMessage(buf[:n], v); err != nil {
		return file, err
	}
	return file, nil
}

var errClosed = errors.New("the control socket was closed")

func received(oob []byte) *os.File {
	messages, err := unix.ParseSocketControlMessage(oob)
	if err != nil || len(messages) == 0 {
		return nil
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) == 0 {
		return nil
	}
	unix.CloseOnExec(fds[0])
	return os.NewFile(uintptr(fds[0]), "connection")
}

// shutdown ends the socket in both directions: the other end sees it also if
// this process cannot end.
func (c *control) shutdown() {
	if raw, err := c.sock.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { _ = unix.Shutdown(int(fd), unix.SHUT_RDWR) })
	}
}
