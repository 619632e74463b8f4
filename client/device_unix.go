//go:build unix

package client

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// deviceOf tells whether a file is a character device, and its number. Without
// a file it is that of the path, or of the link's end.
func deviceOf(f *os.File, path string) (char bool, rdev uint32, err error) {
	stat := func() (fs.FileInfo, error) { return os.Stat(path) }
	if f != nil {
		stat = f.Stat
	}
	info, err := stat()
	if err != nil {
		return false, 0, err
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && info.Mode()&fs.ModeCharDevice != 0, uint32(s.Rdev), nil
}

// whileOpen opens the terminal for as long as f runs. The open does not wait for
// a carrier. A last close waits until the output was read, which in
// non-blocking mode macOS would throw away.
func (t *Terminal) whileOpen(f func(fd int) error) error {
	fd, err := unix.Open(t.path, unix.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open %s: %w", t.path, err)
	}
	defer unix.Close(fd)
	if err := unix.SetNonblock(fd, false); err != nil {
		return fmt.Errorf("fcntl F_SETFL of %s: %w", t.path, err)
	}
	return f(fd)
}
