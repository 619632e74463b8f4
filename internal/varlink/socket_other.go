//go:build !unix

package varlink

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

const controlSize = 0

// CloseDescriptor does nothing: no descriptor is received on this system.
func CloseDescriptor(int) {}

func peek(syscall.RawConn, []byte) (int, error) {
	return 0, fmt.Errorf("varlink: serve on this system: %w", errors.ErrUnsupported)
}

func hungUp(uintptr) bool { return true }

func descriptors([]byte) ([]int, error) { return nil, nil }

func truncated(int) bool { return false }

func withRights(*os.File, func([]byte) error) error {
	return fmt.Errorf("pass a descriptor on this system: %w", errors.ErrUnsupported)
}
