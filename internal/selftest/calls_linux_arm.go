package selftest

import "golang.org/x/sys/unix"

const (
	selectNumber    = unix.SYS__NEWSELECT
	oldSelectNumber = 0 // none
)
