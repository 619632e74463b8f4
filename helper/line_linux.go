package helper

import "golang.org/x/sys/unix"

// Requests of ioctl(2) that have other names elsewhere.
const (
	getTermios = unix.TCGETS
	inputQueue = unix.TIOCINQ
)
