package selftest

import "golang.org/x/sys/unix"

const (
	selectNumber    = unix.SYS_SELECT
	oldSelectNumber = 0 // none
)
