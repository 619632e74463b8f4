package client

import "errors"

// Errors of a caller's mistake: whatever else goes wrong is an Unknown answer.
var (
	// ErrNotATerminal: the descriptor or path is no terminal to be asked about.
	ErrNotATerminal = errors.New("not a terminal")
	// ErrNotOwner: the terminal, or the session on it, is somebody else's.
	ErrNotOwner = errors.New("not your terminal")
	// ErrUseDescriptor: a path cannot be trusted here; send a descriptor.
	ErrUseDescriptor = errors.New("send a descriptor instead of a path")
	// ErrGone: the terminal's master was closed.
	ErrGone = errors.New("the terminal is gone")
)
