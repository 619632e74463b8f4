package selftest

import "golang.org/x/sys/unix"

// noNewPrivileges reports whether setuid bits are ignored for this process.
func noNewPrivileges() bool {
	set, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)
	return err == nil && set == 1
}
