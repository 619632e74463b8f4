package varlink

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"
)

// Handler serves one method. What it returns is sent as the final reply: the
// parameters, nil for none, or else the error. So a handler cannot leave a call
// unanswered. ctx ends with the service's own, and with ErrHungUp as its cause
// when the peer closed. A panic is not caught.
type Handler func(ctx context.Context, call *Call) (parameters any, fail *Error)

// Interface is what a service offers under one name. Description is its text in
// varlink's interface definition language. A method with a nil Handler is
// answered with MethodNotImplemented.
type Interface struct {
	Name        string
	Description string
	Methods     map[string]Handler
}

// Service answers calls. It is not changed by use and serves many connections at
// a time.
type Service struct {
	Info       Info
	Interfaces []Interface
	// Discard gets each received descriptor that no handler kept, after the
	// reply was sent, and at the end of a connection after its shutdown. It must
	// be set; CloseDescriptor is the plain choice, and may never return.
	Discard func(fd int)
	// IdleTimeout limits the wait for a request to begin, RequestTimeout the time
	// from there to its NUL, ReplyTimeout the sending of one reply. 0: no limit.
	IdleTimeout, RequestTimeout, ReplyTimeout time.Duration
}

// Serve answers the calls on c until the peer closes between two messages (nil),
// ctx is done (its error, after the reply of the call that is being served), or
// the connection fails. A message that is bad but complete gets an error and is
// not the end; one that is too long or has more than one descriptor is, after an
// error. In the end c is shut down but not closed: see Conn.Close.
func (s *Service) Serve(ctx context.Context, c *Conn) error {
	if s.Discard == nil {
		return errors.New("varlink: Service.Discard is not set")
	}
	defer c.Shutdown()
	stop := context.AfterFunc(ctx, func() { _ = c.SetReadDeadline(past()) })
	defer stop()
	for {
		m, err := s.receive(ctx, c)
		if err != nil {
			return s.end(c, m, err)
		}
		if err := s.answer(ctx, c, m); err != nil {
			return err
		}
	}
}

// receive returns the next message. When ctx is done, waiting ends with its error.
func (s *Service) receive(ctx context.Context, c *Conn) (m Message, err error) {
	if err = arm(ctx, c, s.IdleTimeout); err == nil {
		err = c.Wait()
	}
	if err == nil {
		err = arm(ctx, c, s.RequestTimeout)
	}
	if err == nil {
		m, err = c.Receive()
	}
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return m, err
}

// arm sets the read deadline before it looks at ctx: when ctx is done later,
// Serve sets another deadline, which then stays.
func arm(ctx context.Context, c *Conn, d time.Duration) error {
	if err := setDeadline(c.SetReadDeadline, d); err != nil {
		return err
	}
	return ctx.Err()
}

// end tells the peer why the connection ends, where it can know, and ends it
// before the descriptors are discarded, for that may block.
func (s *Service) end(c *Conn, m Message, err error) error {
	switch {
	case errors.Is(err, ErrMessageTooBig):
		_ = s.finish(c, nil, NewError(MessageTooBig, "a request may have 4096 bytes with its NUL"))
	case errors.Is(err, ErrTooManyDescriptors):
		_ = s.finish(c, nil, NewError(TooManyDescriptors, "a request may carry one descriptor"))
	case errors.Is(err, ErrDescriptorLost):
		_ = s.finish(c, nil, NewError(Busy, "the service could not take the descriptor; try again"))
	}
	c.Shutdown()
	s.discard(m.Descriptors)
	if err == io.EOF {
		return nil
	}
	return err
}

// answer serves the call in m. The error is that of the connection.
func (s *Service) answer(ctx context.Context, c *Conn, m Message) error {
	call := &Call{Descriptor: -1, service: s, conn: c}
	if len(m.Descriptors) > 0 {
		call.Descriptor = m.Descriptors[0]
	}
	ctx, stop := c.untilHangUp(ctx)
	parameters, fail := s.dispatch(ctx, call, m.Body)
	stop()
	err := c.werr
	if !call.Oneway && err == nil {
		err = s.finish(c, parameters, fail)
	}
	if err != nil {
		c.Shutdown()
	}
	if !call.kept {
		s.discard(m.Descriptors)
	}
	return err
}

// dispatch finds the method that body calls and runs it.
func (s *Service) dispatch(ctx context.Context, call *Call, body []byte) (any, *Error) {
	var fail *Error
	if call.Request, fail = ParseRequest(body); fail != nil {
		return nil, fail
	}
	if call.Upgrade {
		return nil, InvalidParameter("upgrade")
	}
	dot := strings.LastIndexByte(call.Method, '.')
	if dot <= 0 {
		return nil, InvalidParameter("method")
	}
	methods, ok := s.methods(call.Method[:dot])
	if !ok {
		return nil, InterfaceNotFound(call.Method[:dot])
	}
	handle, ok := methods[call.Method[dot+1:]]
	switch {
	case !ok:
		return nil, MethodNotFound(call.Method)
	case handle == nil:
		return nil, MethodNotImplemented(call.Method)
	}
	return handle(ctx, call)
}

// finish sends the last reply: parameters, or fail. What cannot be encoded is a
// defect of a handler, and the peer gets an error for it, not silence.
func (s *Service) finish(c *Conn, parameters any, fail *Error) error {
	name := ""
	if fail != nil {
		name, parameters = fail.Name, fail.Parameters
	}
	b, err := encodeParameters(parameters)
	if err != nil {
		return s.finish(c, nil, NewError(InternalError, err.Error()))
	}
	return s.send(c, Reply{Parameters: b, Error: name})
}

func (s *Service) send(c *Conn, r Reply) error {
	if err := setDeadline(c.SetWriteDeadline, s.ReplyTimeout); err != nil {
		return err
	}
	return c.Reply(r)
}

func (s *Service) discard(fds []int) {
	for _, fd := range fds {
		s.Discard(fd)
	}
}

func setDeadline(set func(time.Time) error, d time.Duration) error {
	if d == 0 {
		return set(time.Time{})
	}
	return set(time.Now().Add(d))
}
