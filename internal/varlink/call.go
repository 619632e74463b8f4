package varlink

import "errors"

// ErrNotMore is the error of Call.Continue for a call that asked for one reply.
var ErrNotMore = errors.New("varlink: the call takes one reply only")

// Call is a method call being served. It is valid until its Handler returns, and
// not for use by several goroutines at a time.
type Call struct {
	Request
	// Descriptor came with the call, or is -1. It stays open until the Handler
	// returns, and longer if Keep was called.
	Descriptor int

	kept    bool
	service *Service
	conn    *Conn
}

// Keep makes the descriptor the handler's own: Service.Discard will not get it.
func (c *Call) Keep() { c.kept = true }

// Decode fills the struct that v points to from the parameters by the names in
// its json tags. The error names a parameter that is of the wrong type, or that
// v has no field for: a misspelt one must not be ignored. A parameter that is
// missing or null leaves its field as it is.
func (c *Call) Decode(v any) *Error {
	if c.Parameters == nil {
		return nil
	}
	unknown, fail := decodeMembers(c.Parameters, v)
	if fail == nil && len(unknown) > 0 {
		fail = InvalidParameter(unknown[0])
	}
	return fail
}

// Continue sends a reply that is not the last one; the last is what the Handler
// returns. It fails with ErrNotMore, if parameters cannot be encoded, or as the
// connection does, which then ends when the handler returns. To a oneway call
// nothing is sent.
func (c *Call) Continue(parameters any) error {
	switch {
	case c.Oneway:
		return nil
	case !c.More:
		return ErrNotMore
	}
	b, err := encodeParameters(parameters)
	if err != nil {
		return err
	}
	return c.service.send(c.conn, Reply{Parameters: b, Continues: true})
}
