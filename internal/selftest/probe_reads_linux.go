package selftest

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

func vector() []unix.Iovec {
	v := []unix.Iovec{{Base: &make([]byte, 4096)[0]}}
	v[0].SetLen(4096)
	return v
}

func readvMode() (call, error) {
	v := vector()
	return func() (int, error) {
		return result(unix.Syscall(unix.SYS_READV, 0, uintptr(unsafe.Pointer(&v[0])), 1))
	}, nil
}

// preadv2Mode reads at offset -1: the file's own position, the only one that a
// terminal takes.
func preadv2Mode() (call, error) {
	v := vector()
	return orSkip("preadv2", func() (int, error) {
		return result(unix.Syscall6(unix.SYS_PREADV2, 0, uintptr(unsafe.Pointer(&v[0])), 1, forever, forever, 0))
	})
}

// readDevTTY reads /dev/tty, with something else as its standard input.
func readDevTTY() (call, error) {
	null, err := unix.Open("/dev/null", unix.O_RDONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("open /dev/null: %w", err)
	}
	if err := unix.Dup3(null, 0, 0); err != nil {
		return nil, fmt.Errorf("dup3: %w", err)
	}
	return read(devTTY), openDevTTY()
}

// openDevTTY opens the controlling terminal as descriptor devTTY.
func openDevTTY() error {
	fd, err := unix.Open("/dev/tty", unix.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("open /dev/tty: %w", err)
	}
	if err := unix.Dup3(fd, devTTY, 0); err != nil {
		return fmt.Errorf("dup3 to %d: %w", devTTY, err)
	}
	return unix.Close(fd)
}

func readFar() (call, error) {
	return read(farDescriptor), terminalAt(farDescriptor)
}

func spliceMode() (call, error) {
	_, w, err := pipe()
	if err != nil {
		return nil, err
	}
	return orSkip("splice", func() (int, error) {
		return result(unix.Syscall6(unix.SYS_SPLICE, 0, 0, uintptr(w), 0, 4096, 0))
	})
}

func sendfileMode() (call, error) {
	_, w, err := pipe()
	if err != nil {
		return nil, err
	}
	return orSkip("sendfile", func() (int, error) {
		return result(unix.Syscall6(unix.SYS_SENDFILE, uintptr(w), 0, 0, 4096, 0, 0))
	})
}
