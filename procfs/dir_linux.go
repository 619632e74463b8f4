package procfs

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// Every read here is relative to an open directory of /proc: once the process
// is gone such a read fails, also when its number is in use again.

// gone reports an error that means that the process or thread has exited.
func gone(err error) bool {
	return errors.Is(err, unix.ESRCH) || errors.Is(err, unix.ENOENT)
}

// denied reports an error that means that the kernel refused the look.
func denied(err error) bool {
	return errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM)
}

// openAt opens a file for reading; a signal does not end it.
func openAt(dir int, name string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(dir, name, flags|unix.O_CLOEXEC, 0)
		if err == nil {
			return fd, nil
		}
		if err != unix.EINTR {
			return -1, &fs.PathError{Op: "openat", Path: name, Err: err}
		}
	}
}

// readAt returns the text of a small file, as much as buf holds.
func readAt(dir int, name string, buf []byte) ([]byte, error) {
	fd, err := openAt(dir, name, unix.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	return readFD(fd, name, buf)
}

// readFD reads from the start of an open file of /proc, which makes its text
// anew at each read from offset 0.
func readFD(fd int, name string, buf []byte) ([]byte, error) {
	n := 0
	for n < len(buf) {
		k, err := unix.Pread(fd, buf[n:], int64(n))
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, &fs.PathError{Op: "pread", Path: name, Err: err}
		}
		if k == 0 {
			break
		}
		n += k
		if n < len(buf) && k < pageSize { // a short read is the end: spare the read that says so
			break
		}
	}
	return buf[:n], nil
}

const pageSize = 4096

// listAt returns the entries of a directory that are numbers, at most limit;
// the second result is false when there are more.
func listAt(dir int, name string, limit int) ([]int, bool, error) {
	fd, err := openAt(dir, name, unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		return nil, false, err
	}
	defer unix.Close(fd)
	return listFD(fd, name, limit)
}

// listFD reads until nothing comes: a signal, such as the runtime sends to its
// threads, ends a call of getdents early.
func listFD(fd int, name string, limit int) ([]int, bool, error) {
	var ids []int
	buf := make([]byte, 8192)
	for {
		n, err := unix.Getdents(fd, buf)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, false, &fs.PathError{Op: "getdents", Path: name, Err: err}
		}
		if n <= 0 {
			return ids, true, nil
		}
		ids = appendNumbers(ids, buf[:n])
		if len(ids) > limit {
			return ids[:limit], false, nil
		}
	}
}

func appendNumbers(ids []int, buf []byte) []int {
	_, _, names := syscall.ParseDirent(buf, -1, nil)
	for _, s := range names {
		if id, err := strconv.Atoi(s); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// statAt tells what an open file of a process is, without waking the file
// system it lies on: AT_STATX_DONT_SYNC answers from the cache, where a plain
// stat would wait for a user-space file system.
func statAt(dir int, name string) (node, error) {
	var s unix.Statx_t
	err := unix.Statx(dir, name, unix.AT_STATX_DONT_SYNC, unix.STATX_TYPE|unix.STATX_MODE|unix.STATX_INO, &s)
	if err != nil {
		return node{}, &fs.PathError{Op: "statx", Path: name, Err: err}
	}
	return nodeOf(&s), nil
}

// statFD is statAt for a descriptor of one's own.
func statFD(fd int) (node, error) {
	var s unix.Statx_t
	err := unix.Statx(fd, "", unix.AT_EMPTY_PATH|unix.AT_STATX_DONT_SYNC, unix.STATX_TYPE|unix.STATX_MODE|unix.STATX_INO, &s)
	if err != nil {
		return node{}, fmt.Errorf("statx of a descriptor: %w", err)
	}
	return nodeOf(&s), nil
}

func nodeOf(s *unix.Statx_t) node {
	return node{Mode: s.Mode, ID: Identity{
		Dev:  Dev{s.Dev_major, s.Dev_minor},
		Ino:  s.Ino,
		Rdev: Dev{s.Rdev_major, s.Rdev_minor},
	}}
}
