package selftest

import "golang.org/x/sys/unix"

const (
	selectNumber    = unix.SYS__NEWSELECT
	oldSelectNumber = unix.SYS_SELECT // takes one pointer to its five arguments
)
