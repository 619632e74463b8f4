package main

import "golang.org/x/sys/unix"

// Settings take effect once all output has been shown.
const (
	getTermios = unix.TIOCGETA
	setTermios = unix.TIOCSETAW
)
