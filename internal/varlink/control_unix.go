//go:build unix && !linux

package varlink

// controlSize has room for more descriptors than one sendmsg(2) may carry: XNU
// installs all of them whatever the buffer holds, and those that do not fit would
// stay open, unknown to the process.
const controlSize = 4 << 10
