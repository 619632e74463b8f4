package helper

import "golang.org/x/sys/unix"

// Requests of ioctl(2) that have other names, or none, elsewhere.
const (
	getTermios = unix.TIOCGETA
	inputQueue = 0x4004667f // FIONREAD
)
