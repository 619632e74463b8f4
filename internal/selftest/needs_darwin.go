package selftest

// noNewPrivileges reports whether setuid bits are ignored for this process: macOS
// has no such setting.
func noNewPrivileges() bool { return false }
