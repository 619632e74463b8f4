package varlink

import "encoding/json"

// Error is an error of the protocol, to be sent by a service or received by a
// client. Name is the full name, interface and all. A received error has a
// json.RawMessage as Parameters, or nil.
type Error struct {
	Name       string
	Parameters any
}

// The errors that every varlink service may send, with one parameter each.
const (
	nameInterfaceNotFound    = serviceInterface + ".InterfaceNotFound"
	nameMethodNotFound       = serviceInterface + ".MethodNotFound"
	nameMethodNotImplemented = serviceInterface + ".MethodNotImplemented"
	nameInvalidParameter     = serviceInterface + ".InvalidParameter"
)

// NewError returns an error whose one parameter is message, a sentence for a
// person, as all errors of the Terminal interface have it.
func NewError(name, message string) *Error {
	return &Error{Name: name, Parameters: map[string]string{"message": message}}
}

// InterfaceNotFound says that the service has no interface of that name.
func InterfaceNotFound(name string) *Error {
	return &Error{nameInterfaceNotFound, map[string]string{"interface": name}}
}

// MethodNotFound says that the interface has no method of that full name.
func MethodNotFound(name string) *Error {
	return &Error{nameMethodNotFound, map[string]string{"method": name}}
}

// MethodNotImplemented says that the interface has the method of that full name,
// but this service does not do it.
func MethodNotImplemented(name string) *Error {
	return &Error{nameMethodNotImplemented, map[string]string{"method": name}}
}

// InvalidParameter names a parameter, or a member of the message itself, that is
// unknown, missing or of the wrong type or value.
func InvalidParameter(name string) *Error {
	return &Error{nameInvalidParameter, map[string]string{"parameter": name}}
}

// Message returns the parameter named message, or "" if there is none.
func (e *Error) Message() string {
	var p struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(e.parameters(), &p) != nil {
		return ""
	}
	return p.Message
}

// Error returns the name, and the message or else all parameters.
func (e *Error) Error() string {
	if m := e.Message(); m != "" {
		return e.Name + ": " + m
	}
	return e.Name + " " + string(e.parameters())
}

func (e *Error) parameters() []byte {
	b, err := json.Marshal(e.Parameters)
	if err != nil {
		return []byte("{}")
	}
	return b
}
