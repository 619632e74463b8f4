package varlink

import _ "embed" // for the text of the interface

// TerminalInterface is the name of the project's interface.
const TerminalInterface = "io.rthelper.Terminal"

// The errors of TerminalInterface. Each has one parameter, message: a sentence
// for a person. See NewError.
const (
	NotATerminal       = TerminalInterface + ".NotATerminal"       // what was named or sent is no terminal
	NotOwner           = TerminalInterface + ".NotOwner"           // the terminal or its session is another user's
	Gone               = TerminalInterface + ".Gone"               // the terminal's master was closed
	UseDescriptor      = TerminalInterface + ".UseDescriptor"      // a path cannot be trusted from this caller
	Busy               = TerminalInterface + ".Busy"               // a quota is used up
	TooManyDescriptors = TerminalInterface + ".TooManyDescriptors" // a message with more than one; the connection ends
	MessageTooBig      = TerminalInterface + ".MessageTooBig"      // no NUL within MaxRequest bytes; the connection ends
	InvalidMessage     = TerminalInterface + ".InvalidMessage"     // not a JSON object
	InternalError      = TerminalInterface + ".InternalError"      // a defect of the service
)

//go:embed io.rthelper.Terminal.varlink
var terminalText string

// TerminalDescription returns the text of TerminalInterface in varlink's
// interface definition language.
func TerminalDescription() string { return terminalText }
