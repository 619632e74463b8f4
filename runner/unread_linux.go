package runner

import "golang.org/x/sys/unix"

// unread is how many bytes can be read from a master at once. A read that would
// block has made the kernel deliver what was still on its way; this catches what
// came since.
func unread(master int) int {
	n, err := unix.IoctlGetInt(master, unix.TIOCINQ)
	if err != nil {
		return 0
	}
	return n
}
