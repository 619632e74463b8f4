package procfs

import "fmt"

// Dev is a device number.
type Dev struct{ Major, Minor uint32 }

// String is major:minor.
func (d Dev) String() string { return fmt.Sprintf("%d:%d", d.Major, d.Minor) }

// KernelDev decodes the kernel's own form, with a minor number of 20 bits, as
// epoll's fdinfo prints it.
func KernelDev(n uint32) Dev { return Dev{n >> 20, n & 0xfffff} }

// TTYDev decodes the form of field tty_nr of a stat file and of TIOCGDEV.
func TTYDev(n uint32) Dev {
	return Dev{n >> 8 & 0xfff, n&0xff | n>>12&^0xff}
}

// Character devices of Documentation/admin-guide/devices.txt.
var (
	devTTY     = Dev{5, 0} // /dev/tty: the opener's controlling terminal
	devConsole = Dev{5, 1}
	devPtmx    = Dev{5, 2}
	devVT0     = Dev{4, 0} // the virtual terminal that was current at open
)

// isSlave reports whether a device number is that of a pty slave.
func (d Dev) isSlave() bool { return d.Major >= 136 && d.Major <= 143 }

// isAlias reports whether the node does not say which terminal it opens.
func (d Dev) isAlias() bool { return d == devTTY || d == devConsole || d == devVT0 }

// isTerminal reports whether a device number is that of a terminal that can be
// asked about: a pty slave, a virtual terminal, or a serial line.
func (d Dev) isTerminal() bool {
	return d.isSlave() || d.Major == 4 && d.Minor > 0 || isSerial(d.Major)
}

// isSerial lists the majors of USB and other serial lines.
func isSerial(major uint32) bool {
	switch major {
	case 166, 188, 204, 229:
		return true
	}
	return false
}

// Identity names a terminal for as long as it lives. Two devpts instances have
// slaves of the same Rdev and Ino; only Dev differs.
type Identity struct {
	Dev  Dev
	Ino  uint64
	Rdev Dev
}

// Is reports whether a character device node is this terminal. A pty slave is
// known by its inode; other terminals have one device for all their nodes.
func (t Identity) Is(n Identity) bool {
	if t.Rdev.isSlave() {
		return t == n
	}
	return t.Rdev == n.Rdev
}
