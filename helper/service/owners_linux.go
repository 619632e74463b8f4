package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/varlink"
	"github.com/rt-helper/rt-helper/procfs"
)

// owners gives root's questions about other users' terminals to workers of
// their own, one for each owner: a hostile owner can then stall the questions
// about his own terminals, and no others.
type owners struct {
	pool *pool
	mu   sync.Mutex
	idle map[uint32][]*varlink.Client
}

// newOwners is nil in a worker that is itself such a one.
func newOwners(s setup, d *desk) *owners {
	if s.Direct {
		return nil
	}
	s.Direct = true
	l := DefaultLimits
	l.ConnectionsPerKey = l.Connections
	return &owners{pool: newPool(l, s, d, slog.New(slog.DiscardHandler)), idle: map[uint32][]*varlink.Client{}}
}

// foreign tells the owner of a terminal that root asks about, if it is another.
func (c *connection) foreign(fd int) (uint32, bool) {
	if c.uid != 0 || c.w.owners == nil {
		return 0, false
	}
	t, err := procfs.FromDescriptor(fd)
	if err != nil {
		return 0, false
	}
	defer t.Close()
	return t.Owner, t.Owner != 0
}

// query passes a question on.
func (o *owners) query(ctx context.Context, owner uint32, in queryIn, fd int) (any, *varlink.Error) {
	var out queryOut
	err := o.ask(ctx, owner, fd, func(v *varlink.Client, f *os.File) error {
		return v.Call(ctx, varlink.TerminalInterface+".Query", passedOn(in), f, &out)
	})
	if err != nil {
		return nil, asError(err)
	}
	return out, nil
}

// follow passes a watch on, on a connection of its own.
func (o *owners) follow(ctx context.Context, owner uint32, in watchIn, fd int, emit func(client.Event) error) error {
	in.Descriptor, in.Path, in.All = new(int), nil, false
	var emitted error
	err := o.ask(ctx, owner, fd, func(v *varlink.Client, f *os.File) error {
		for raw, err := range v.Stream(ctx, varlink.TerminalInterface+".Watch", in, f) {
			var e watchOut
			if err == nil {
				err = json.Unmarshal(raw, &e)
			}
			if err != nil {
				return err
			}
			if emitted = emit(client.Event{Answer: e.Answer, Ended: e.Ended}); emitted != nil || e.Ended != "" {
				break
			}
		}
		return errOne
	})
	if errors.Is(err, errOne) {
		return emitted
	}
	return err
}

// passedOn names the terminal by the descriptor that goes with the question.
func passedOn(in queryIn) any {
	return struct {
		Descriptor int    `json:"descriptor"`
		After      string `json:"after,omitempty"`
		Explain    bool   `json:"explain,omitempty"`
	}{0, in.After, in.Explain}
}

// ask runs one exchange with the owner's worker, and again if that had ended.
func (o *owners) ask(ctx context.Context, owner uint32, fd int, f func(*varlink.Client, *os.File) error) error {
	dup, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("duplicate the terminal's descriptor: %w", err)
	}
	file := os.NewFile(uintptr(dup), "terminal")
	defer file.Close()
	for attempt := 0; ; attempt++ {
		v, err := o.take(owner)
		if err != nil {
			return err
		}
		err = f(v, file)
		var refused *varlink.Error
		if err == nil || errors.As(err, &refused) {
			o.give(owner, v)
			return err
		}
		_ = v.Close()
		if errors.Is(err, errOne) || attempt > 0 || ctx.Err() != nil {
			return err
		}
	}
}

func (o *owners) take(owner uint32) (*varlink.Client, error) {
	o.mu.Lock()
	list := o.idle[owner]
	if n := len(list); n > 0 {
		o.idle[owner] = list[:n-1]
		o.mu.Unlock()
		return list[n-1], nil
	}
	o.mu.Unlock()
	return o.connect(owner)
}

// connect makes a connection to the owner's worker.
func (o *owners) connect(owner uint32) (*varlink.Client, error) {
	mine, theirs, err := socketPair()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	if err := o.pool.handOver(owner, 0, theirs); err != nil {
		_ = mine.Close()
		return nil, err
	}
	return varlink.NewClient(mine), nil
}

func (o *owners) give(owner uint32, v *varlink.Client) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.idle[owner]) >= 4 {
		_ = v.Close()
		return
	}
	o.idle[owner] = append(o.idle[owner], v)
}

// socketPair returns the ends of a stream socket.
func socketPair() (a, b *net.UnixConn, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("socketpair: %w", err)
	}
	if a, err = unixConn(fds[0]); err != nil {
		_ = unix.Close(fds[1])
		return nil, nil, err
	}
	if b, err = unixConn(fds[1]); err != nil {
		_ = a.Close()
		return nil, nil, err
	}
	return a, b, nil
}

func unixConn(fd int) (*net.UnixConn, error) {
	f := os.NewFile(uintptr(fd), "connection")
	defer f.Close()
	c, err := net.FileConn(f)
	if err != nil {
		return nil, err
	}
	return c.(*net.UnixConn), nil
}

// asError passes a worker's error on, and says for others that the worker did
// not answer.
func asError(err error) *varlink.Error {
	var refused *varlink.Error
	switch {
	case errors.As(err, &refused):
		return refused
	case isBusy(err):
		return varlink.NewError(varlink.Busy, err.Error())
	}
	return varlink.NewError(varlink.Busy, "the worker for this owner's terminals did not answer")
}
