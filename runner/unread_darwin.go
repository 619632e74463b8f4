package runner

import "golang.org/x/sys/unix"

// unread is how many bytes can be read from a master at once: the length of the
// slave's output queue. FIONREAD on a master counts the slave's input here.
func unread(master int) int {
	n, err := unix.IoctlGetInt(master, unix.TIOCOUTQ)
	if err != nil {
		return 0
	}
	return n
}
