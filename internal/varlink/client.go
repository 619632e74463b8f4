package varlink

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"os"
)

// ErrReplyTooBig is the error of a reply without a NUL within MaxReply bytes.
var ErrReplyTooBig = fmt.Errorf("varlink: reply longer than %d bytes", MaxReply)

// Client is a caller's end of a connection, for one goroutine at a time. Its
// methods obey the deadline and the end of their context, and wait for ever if it
// has neither. After an error that is no *Error the connection is out of step and
// can only be closed.
type Client struct {
	sock *net.UnixConn
	in   *bufio.Reader
}

// NewClient returns a Client on a connected stream socket, which it owns from now on.
func NewClient(sock *net.UnixConn) *Client {
	return &Client{sock: sock, in: bufio.NewReader(sock)}
}

// Close closes the connection; the service sees that, and ends the call it serves.
func (c *Client) Close() error { return c.sock.Close() }

// Call calls a method with parameters, any struct or nil, and unless f is nil
// with a copy of its descriptor. The reply's parameters are decoded into reply,
// if not nil. An error that the service sent is an *Error.
func (c *Client) Call(ctx context.Context, method string, parameters any, f *os.File, reply any) error {
	if err := c.call(ctx, Request{Method: method}, parameters, f); err != nil {
		return err
	}
	r, err := c.Receive(ctx)
	switch {
	case err != nil:
		return err
	case r.Continues:
		return fmt.Errorf("varlink: %s: several replies to a call for one", method)
	case reply == nil || r.Parameters == nil:
		return nil
	}
	if err := json.Unmarshal(r.Parameters, reply); err != nil {
		return fmt.Errorf("varlink: %s: decode the reply: %w", method, err)
	}
	return nil
}

// Stream is Call for several replies, whose parameters it yields as they come.
// An error is the last it yields. After leaving it early the connection can only
// be closed.
func (c *Client) Stream(ctx context.Context, method string, parameters any, f *os.File) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		r := Reply{Continues: true}
		err := c.call(ctx, Request{Method: method, More: true}, parameters, f)
		for err == nil && r.Continues {
			if r, err = c.Receive(ctx); err == nil && !yield(r.Parameters, nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

func (c *Client) call(ctx context.Context, r Request, parameters any, f *os.File) (err error) {
	if r.Parameters, err = encodeParameters(parameters); err != nil {
		return err
	}
	return c.Send(ctx, r, f)
}

// Send sends a request, unless f is nil with a copy of its descriptor. A request
// longer than MaxRequest is not sent: ErrMessageTooBig. Replies are for Receive.
func (c *Client) Send(ctx context.Context, r Request, f *os.File) error {
	b, err := encode(r)
	if err != nil {
		return err
	}
	if len(b) > MaxRequest {
		return ErrMessageTooBig
	}
	return c.within(ctx, "send "+r.Method, func() error {
		if f == nil {
			_, err := c.sock.Write(b)
			return err
		}
		return withRights(f, func(oob []byte) error {
			n, _, err := c.sock.WriteMsgUnix(b, oob, nil)
			if err == nil && n < len(b) {
				_, err = c.sock.Write(b[n:])
			}
			return err
		})
	})
}

// Receive returns the next reply, or the *Error that it holds.
func (c *Client) Receive(ctx context.Context) (r Reply, err error) {
	var b []byte
	if err = c.within(ctx, "receive", func() error { b, err = c.message(); return err }); err != nil {
		return r, err
	}
	r, fail := ParseReply(b)
	switch {
	case fail != nil:
		return r, fmt.Errorf("varlink: bad reply: %s", fail)
	case r.Error != "" && r.Parameters == nil:
		return r, &Error{Name: r.Error}
	case r.Error != "":
		return r, &Error{Name: r.Error, Parameters: r.Parameters}
	}
	return r, nil
}

// message returns the bytes up to the next NUL.
func (c *Client) message() (b []byte, err error) {
	for {
		part, err := c.in.ReadSlice(0)
		if b = append(b, part...); len(b) > MaxReply {
			return nil, ErrReplyTooBig
		}
		switch {
		case err == nil:
			return b[:len(b)-1], nil
		case err == io.EOF && len(b) > 0:
			return nil, io.ErrUnexpectedEOF
		case err != bufio.ErrBufferFull:
			return nil, err
		}
	}
}

// within runs f under the deadline of ctx, and ends it when ctx is done; the
// error is then that of ctx.
func (c *Client) within(ctx context.Context, what string, f func() error) error {
	deadline, _ := ctx.Deadline()
	if err := c.sock.SetDeadline(deadline); err != nil {
		return fmt.Errorf("varlink: %s: %w", what, err)
	}
	stop := context.AfterFunc(ctx, func() { _ = c.sock.SetDeadline(past()) })
	err := f()
	if !stop() {
		err = ctx.Err()
	}
	// The socket's timer may be a moment ahead of the context's.
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = context.DeadlineExceeded
	}
	if err != nil {
		return fmt.Errorf("varlink: %s: %w", what, err)
	}
	return nil
}
