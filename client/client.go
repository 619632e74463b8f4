package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"syscall"
	"time"

	"github.com/rt-helper/rt-helper/internal/varlink"
)

// DefaultTimeout bounds a question whose context has no deadline.
const DefaultTimeout = 3 * time.Second

// Client asks the service. It keeps connections open between questions, and is
// safe for concurrent use. The zero value is not useful: call New.
type Client struct {
	dial func(context.Context) (*net.UnixConn, error)

	mu     sync.Mutex
	idle   []*varlink.Client
	closed bool
}

// Option changes what New returns.
type Option func(*Client)

// Socket makes the client ask the service on this socket.
func Socket(path string) Option {
	return Dialer(func(ctx context.Context) (*net.UnixConn, error) { return dialSocket(ctx, path) })
}

// Dialer makes the client get its connections from a function, which answers
// for who is at the other end.
func Dialer(dial func(context.Context) (*net.UnixConn, error)) Option {
	return func(c *Client) { c.dial = dial }
}

// New returns a client of the service on SocketPath.
func New(options ...Option) *Client {
	c := &Client{}
	Socket(SocketPath())(c)
	for _, o := range options {
		o(c)
	}
	return c
}

// Close closes the idle connections; those in use end with their question.
func (c *Client) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, v := range c.idle {
		_ = v.Close()
	}
	c.idle, c.closed = nil, true
	return nil
}

// maxIdle bounds the connections that are kept for later questions.
const maxIdle = 4

func (c *Client) take(ctx context.Context) (v *varlink.Client, used bool, err error) {
	c.mu.Lock()
	if n := len(c.idle); n > 0 {
		v, c.idle = c.idle[n-1], c.idle[:n-1]
	}
	c.mu.Unlock()
	if v != nil {
		return v, true, nil
	}
	sock, err := c.dial(ctx)
	if err != nil {
		return nil, false, err
	}
	return varlink.NewClient(sock), false, nil
}

func (c *Client) give(v *varlink.Client) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || len(c.idle) >= maxIdle {
		_ = v.Close()
		return
	}
	c.idle = append(c.idle, v)
}

// call asks once, and again on a new connection if the service ended the first:
// it does so when it is restarted, or when a look got stuck.
func (c *Client) call(ctx context.Context, method string, in any, t *Terminal, out any) error {
	for fresh := 0; ; {
		v, used, err := c.take(ctx)
		if err != nil {
			return err
		}
		err = v.Call(ctx, method, in, t.descriptorFile(), out)
		if errors.Is(err, syscall.EPIPE) { // a refusal may have come before the question
			if _, e := v.Receive(ctx); e != nil {
				err = e
			}
		}
		var refused *varlink.Error
		if err == nil || errors.As(err, &refused) {
			c.give(v)
			return err
		}
		_ = v.Close()
		if !used {
			fresh++
		}
		if !hungUp(err) || fresh > maxFresh || ctx.Err() != nil {
			return fmt.Errorf("ask the service: %w", err)
		}
		c.drop()
		if fresh > 0 { // what serves the next connection may be ending, too
			sleep(ctx, time.Duration(fresh)*reconnectPause)
		}
	}
}

// New connections that may end without an answer before the question is given
// up, and the pause after the first of them.
const (
	maxFresh       = 3
	reconnectPause = 10 * time.Millisecond
)

// drop closes the idle connections: one that the service ended is seldom alone.
func (c *Client) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, v := range c.idle {
		_ = v.Close()
	}
	c.idle = nil
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// hungUp reports that the service ended the connection.
func hungUp(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}
