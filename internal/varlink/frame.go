package varlink

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

const (
	// MaxRequest is the longest request in bytes that a service reads, with its NUL.
	MaxRequest = 4 << 10
	// MaxReply is the longest reply in bytes that a client reads, with its NUL:
	// room for the answers of some thousand terminals.
	MaxReply = 1 << 20
)

// Request is a method call. Parameters is a JSON object, or nil for none.
type Request struct {
	Method     string          `json:"method"`
	Parameters json.RawMessage `json:"parameters,omitempty"`
	Oneway     bool            `json:"oneway,omitempty"`  // no reply is wanted
	More       bool            `json:"more,omitempty"`    // several replies are welcome
	Upgrade    bool            `json:"upgrade,omitempty"` // another protocol is to follow
}

// Reply answers a Request. Error is empty, or the full name of an error with
// Parameters as its own. Continues says that another reply to the same call follows.
type Reply struct {
	Parameters json.RawMessage `json:"parameters,omitempty"`
	Continues  bool            `json:"continues,omitempty"`
	Error      string          `json:"error,omitempty"`
}

// messageEnd returns how many bytes of b belong to the message that b begins
// with, its NUL included, or len(b) if there is no NUL.
func messageEnd(b []byte) int {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		return i + 1
	}
	return len(b)
}

// ParseRequest decodes a message without its NUL. The error, to be sent to the
// peer, is InvalidMessage for what is no JSON object of valid UTF-8, and
// InvalidParameter for a member of the wrong type; the members that could be
// read are in the Request also then. Names are compared exactly; unknown members
// are ignored.
func ParseRequest(b []byte) (Request, *Error) {
	var r Request
	if err := parse(b, &r); err != nil {
		return r, err
	}
	if r.Method == "" {
		return r, InvalidParameter("method")
	}
	return r, nil
}

// ParseReply decodes a message without its NUL, by the rules of ParseRequest.
func ParseReply(b []byte) (Reply, *Error) {
	var r Reply
	err := parse(b, &r)
	return r, err
}

func parse(b []byte, message any) *Error {
	if !utf8.Valid(b) {
		return NewError(InvalidMessage, "the message is not valid UTF-8")
	}
	_, err := decodeMembers(b, message)
	return err
}

// encodeParameters returns v as a JSON object, nil as the empty one.
func encodeParameters(v any) (json.RawMessage, error) {
	if v == nil {
		return json.RawMessage("{}"), nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("varlink: encode parameters: %w", err)
	}
	if b[0] != '{' {
		return nil, fmt.Errorf("varlink: encode parameters: %T is no JSON object", v)
	}
	return b, nil
}

// encode returns the message v with its NUL.
func encode(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("varlink: encode a message: %w", err)
	}
	return append(b, 0), nil
}
