package procfs

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The calls here cannot sleep, whatever others do. They are made without telling
// the runtime that a call may last: that would wake its monitor, which costs more
// than they do.

// readQuick is readFD for files whose reading nobody can stall: schedstat, wchan
// and loadavg. (Who reads a stat file may be the last to let go of the memory of
// a process that ends, which can take for ever.)
func readQuick(fd int, buf []byte) ([]byte, error) {
	n, _, errno := unix.RawSyscall6(unix.SYS_PREAD64, uintptr(fd), uintptr(unsafe.Pointer(&buf[0])), uintptr(len(buf)), 0, 0, 0)
	if errno != 0 {
		return nil, fmt.Errorf("pread: %w", errno)
	}
	return buf[:n], nil
}

// pollQuick reads from a descriptor that does not block.
func pollQuick(fd int, buf []byte) (int, error) {
	n, _, errno := unix.RawSyscall(unix.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(&buf[0])), uintptr(len(buf)))
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// statQuick is statx for a terminal's own descriptor.
func statQuick(fd, want int, s *unix.Statx_t) error {
	var empty [1]byte
	_, _, errno := unix.RawSyscall6(unix.SYS_STATX, uintptr(fd), uintptr(unsafe.Pointer(&empty[0])),
		unix.AT_EMPTY_PATH|unix.AT_STATX_DONT_SYNC, uintptr(want), uintptr(unsafe.Pointer(s)), 0)
	if errno != 0 {
		return errno
	}
	return nil
}
