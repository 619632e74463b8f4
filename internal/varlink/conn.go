package varlink

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"time"
)

// The errors of Conn.Receive after which a connection cannot go on.
var (
	ErrMessageTooBig      = fmt.Errorf("varlink: no NUL within %d bytes", MaxRequest)
	ErrTooManyDescriptors = errors.New("varlink: more than one descriptor with a message")
	ErrDescriptorLost     = errors.New("varlink: a descriptor could not be received: descriptor table full, or refused by a security module")
	errUrgentData         = errors.New("varlink: out-of-band data in a message")
)

// Conn is a service's end of a connection. Receive and the deadlines may be used
// beside a reply, but no method beside itself.
type Conn struct {
	sock *net.UnixConn
	raw  syscall.RawConn
	buf  [MaxRequest]byte
	oob  [controlSize]byte
	werr error // the first failed write: the peer has half a message since
}

// Message is what a peer sent: Body without the NUL, valid until the next
// Receive, and the descriptors that belong to it, which are the receiver's to
// dispose of (see the package comment). They are closed on exec. A message that
// came without an error has at most one.
type Message struct {
	Body        []byte
	Descriptors []int
}

// NewConn returns a Conn on a connected stream socket, which it owns from now on.
func NewConn(sock *net.UnixConn) (*Conn, error) {
	if network := sock.LocalAddr().Network(); network != "unix" {
		return nil, fmt.Errorf("varlink: a stream socket is needed, not %s", network)
	}
	raw, err := sock.SyscallConn()
	if err != nil {
		return nil, fmt.Errorf("varlink: raw socket: %w", err)
	}
	return &Conn{sock: sock, raw: raw}, nil
}

// FileConn returns a Conn on a connected socket that was inherited or handed
// over. It works on a copy of the descriptor; f stays the caller's, to be closed.
func FileConn(f *os.File) (*Conn, error) {
	c, err := net.FileConn(f)
	if err != nil {
		return nil, fmt.Errorf("varlink: socket from %s: %w", f.Name(), err)
	}
	sock, ok := c.(*net.UnixConn)
	if !ok {
		_ = c.Close()
		return nil, fmt.Errorf("varlink: %s is no Unix socket", f.Name())
	}
	return NewConn(sock)
}

// Receive returns the next message. With an error the message may still hold
// descriptors, and the connection is at its end. The error is io.EOF if the peer
// closed between two messages, io.ErrUnexpectedEOF if within one,
// ErrMessageTooBig, ErrTooManyDescriptors, ErrDescriptorLost,
// os.ErrDeadlineExceeded, or what the socket says.
func (c *Conn) Receive() (Message, error) {
	var m Message
	for have := 0; have < len(c.buf); {
		n, err := peek(c.raw, c.buf[have:])
		if err == io.EOF && have > 0 {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return m, err
		}
		n, err = c.take(&m, c.buf[have:have+messageEnd(c.buf[have:have+n])])
		if err != nil {
			return m, err
		}
		if have += n; c.buf[have-1] == 0 {
			m.Body = c.buf[:have-1]
			return m, nil
		}
	}
	return m, ErrMessageTooBig
}

// take receives at most len(b) bytes, which end with the end of a message, and
// adds their descriptors to m.
func (c *Conn) take(m *Message, b []byte) (int, error) {
	n, oobn, flags, _, err := c.sock.ReadMsgUnix(b, c.oob[:])
	if err != nil {
		return 0, fmt.Errorf("varlink: recvmsg: %w", err)
	}
	received, err := descriptors(c.oob[:oobn])
	m.Descriptors = append(m.Descriptors, received...)
	switch {
	case err != nil:
		return n, fmt.Errorf("varlink: control message: %w", err)
	case len(m.Descriptors) > 1, truncated(flags) && len(received) == 1:
		return n, ErrTooManyDescriptors
	case truncated(flags):
		return n, ErrDescriptorLost
	case n == 0:
		return n, io.ErrUnexpectedEOF
	case messageEnd(b[:n]) != n:
		// Linux can drop or step over an MSG_OOB byte between the two looks.
		return n, errUrgentData
	}
	return n, nil
}

// Wait returns when a message begins, with io.EOF when the peer closed instead.
func (c *Conn) Wait() error {
	_, err := peek(c.raw, c.buf[:1])
	return err
}

// Reply sends one reply of any size. After an error it sends nothing any more
// and returns that error again.
func (c *Conn) Reply(r Reply) error {
	if c.werr != nil {
		return c.werr
	}
	b, err := encode(r)
	if err != nil {
		return err
	}
	if _, err := c.sock.Write(b); err != nil {
		c.werr = fmt.Errorf("varlink: send a reply: %w", err)
	}
	return c.werr
}

// SetReadDeadline ends Receive and Wait at t with os.ErrDeadlineExceeded; a zero
// time means never.
func (c *Conn) SetReadDeadline(t time.Time) error { return c.sock.SetReadDeadline(t) }

// SetWriteDeadline ends Reply at t, as when the peer does not read.
func (c *Conn) SetWriteDeadline(t time.Time) error { return c.sock.SetWriteDeadline(t) }

// Shutdown ends the connection in both directions: the peer sees the end, and
// nothing more can arrive. It drops nothing and so never blocks.
func (c *Conn) Shutdown() {
	_ = c.sock.CloseWrite()
	_ = c.sock.CloseRead()
}

// Close closes the socket. The kernel then drops the descriptors of messages
// that were not received, which may block for ever: see the package comment.
func (c *Conn) Close() error { return c.sock.Close() }
