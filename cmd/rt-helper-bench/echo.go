package main

import (
	"encoding/json"
	"strings"

	"github.com/rt-helper/rt-helper/internal/varlink"
)

// echoMethod is the name of a method that the service does not have. It is
// answered with an error that repeats the name, so that the reply has the given
// size in bytes, or the smallest that such a reply can have.
func echoMethod(size int) string {
	name := varlink.TerminalInterface + ".E"
	return name + strings.Repeat("e", max(0, size-echoSize(name)))
}

// echoSize is the size of the reply to a call of an unknown method.
func echoSize(method string) int {
	e := varlink.MethodNotFound(method)
	b, err := json.Marshal(e.Parameters)
	if err != nil {
		return 0
	}
	return replySize(varlink.Reply{Parameters: b, Error: e.Name})
}

// replySize is the size of a message in bytes with its NUL.
func replySize(r varlink.Reply) int {
	b, err := json.Marshal(r)
	if err != nil {
		return 0
	}
	return len(b) + 1
}
