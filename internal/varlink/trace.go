package varlink

import _ "embed" // for the text of the interface

// TraceInterface is the name of the interface to the kernel's trace, which only
// services on macOS offer.
const TraceInterface = "io.rthelper.Trace"

// The errors of TraceInterface. Each has one parameter, message.
const (
	NotPermitted = TraceInterface + ".NotPermitted" // the caller is not root
	Failed       = TraceInterface + ".Failed"       // the kernel did not do it
)

//go:embed io.rthelper.Trace.varlink
var traceText string

// TraceDescription returns the text of TraceInterface in varlink's interface
// definition language.
func TraceDescription() string { return traceText }
