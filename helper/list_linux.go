package helper

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/procfs"
)

// List answers about every terminal that the caller may ask about.
func (q *Question) List() ([]client.Answer, error) {
	var list []client.Answer
	err := EachTerminal(q.Caller, func(fd int) error {
		a, _, err := (&Question{Caller: q.Caller, Policy: q.Policy, Cache: q.Cache}).Look(fd)
		if err == nil {
			list = append(list, a)
		}
		return err
	})
	return list, err
}

// EachTerminal calls f with an O_PATH descriptor of each terminal that is the
// caller's: the pty slaves of this /dev/pts, and the virtual terminals and
// serial lines that have a session; for root all. Errors of f that say that a
// terminal is gone or not the caller's are passed over.
func EachTerminal(c Caller, f func(fd int) error) error {
	return each(append(slavePaths(), consolePaths()...), c, f)
}

// EachSlave is EachTerminal for pty slaves only; it costs little.
func EachSlave(c Caller, f func(fd int) error) error { return each(slavePaths(), c, f) }

func each(paths []string, c Caller, f func(fd int) error) error {
	for _, path := range paths {
		fd, err := unix.Open(path, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		if err != nil {
			continue // closed meanwhile
		}
		err = nil
		if ownedBy(fd, c) {
			err = f(fd)
		}
		_ = unix.Close(fd)
		if err != nil && !notMine(err) {
			return err
		}
	}
	return nil
}

func ownedBy(fd int, c Caller) bool {
	var s unix.Stat_t
	return c.root() || unix.Fstat(fd, &s) == nil && s.Uid == c.UID
}

func notMine(err error) bool {
	return errors.Is(err, client.ErrNotOwner) || errors.Is(err, client.ErrGone) || errors.Is(err, client.ErrNotATerminal)
}

func slavePaths() []string {
	var paths []string
	entries, _ := os.ReadDir("/dev/pts")
	for _, e := range entries {
		if _, err := strconv.Atoi(e.Name()); err == nil {
			paths = append(paths, filepath.Join("/dev/pts", e.Name()))
		}
	}
	return paths
}

// consolePaths needs a list of all processes.
func consolePaths() []string {
	var paths []string
	seen := map[string]bool{}
	all, _ := procfs.Scan()
	for _, s := range all {
		if p := consolePath(procfs.TTYDev(s.TTY)); p != "" && !seen[p] {
			seen[p] = true
			paths = append(paths, p)
		}
	}
	return paths
}

// consolePath names virtual terminals and the first serial lines.
func consolePath(d procfs.Dev) string {
	switch {
	case d.Major != 4 || d.Minor == 0:
		return ""
	case d.Minor < 64:
		return "/dev/tty" + strconv.Itoa(int(d.Minor))
	}
	return "/dev/ttyS" + strconv.Itoa(int(d.Minor-64))
}
