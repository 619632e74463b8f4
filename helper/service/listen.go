package service

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Directory is that of the service's socket on Linux.
const Directory = "/run/rt-helper"

// Listen makes the socket, and no directory for it but the service's own.
// Everybody may connect, for who asks is known from the kernel. A socket that
// nobody answers on is replaced.
func Listen(path string) (*net.UnixListener, error) {
	if dir := filepath.Dir(path); dir == Directory {
		if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
			return nil, fmt.Errorf("directory of the socket: %w", err)
		}
	}
	if err := removeStale(path); err != nil {
		return nil, err
	}
	old := syscall.Umask(0o111) // the socket is made with its final mode
	defer syscall.Umask(old)
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", path, err)
	}
	return l, nil
}

func removeStale(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode()&os.ModeSocket == 0 {
		return fmt.Errorf("%s exists and is no socket", path)
	}
	c, err := net.DialTimeout("unix", path, time.Second)
	if err == nil {
		_ = c.Close()
		return fmt.Errorf("%s: another service answers there", path)
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.Remove(path)
}
