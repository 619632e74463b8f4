package helper

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

// Device numbers of macOS: 8 bits of major and 24 of minor. A pty's master and
// slave share the minor.
const (
	ttyControlling = 2 << 24 // /dev/tty: the controlling terminal of whoever opens it
	ttyMaster      = 15      // major of /dev/ptmx and what it opens
	ttySlave       = 16      // major of /dev/ttys000 and on
)

// tty is a terminal of macOS, a pty's slave. It is known by its node, which is
// looked at but never held open: a slave that somebody has opened keeps the
// master from seeing the job's end, the first open resets the line settings,
// and the last close throws away what the master has not read.
type tty struct {
	ID       nodeID
	Path     string
	Owner    uint32
	ByMaster bool // the caller has the master open
}

// nodeID is the identity of a terminal. devfs numbers its nodes with a counter,
// and makes a new one for each new pty.
type nodeID struct {
	Dev, Ino uint64
	Rdev     uint32
}

// node is a file as stat(2) tells of it.
type node struct {
	ID    nodeID
	Owner uint32
	Char  bool
}

// nodes are how terminals are found: by stat(2), or in a test by its model.
type nodes interface {
	path(name string) (node, error)
	descriptor(fd int) (node, error)
}

// disk is the file system.
type disk struct{}

func (disk) path(name string) (node, error) {
	var s unix.Stat_t
	if err := unix.Lstat(name, &s); err != nil {
		return node{}, &os.PathError{Op: "lstat", Path: name, Err: err}
	}
	return nodeOf(&s), nil
}

func (disk) descriptor(fd int) (node, error) {
	var s unix.Stat_t
	if err := unix.Fstat(fd, &s); err != nil {
		return node{}, fmt.Errorf("fstat of descriptor %d: %w", fd, err)
	}
	return nodeOf(&s), nil
}

func nodeOf(s *unix.Stat_t) node {
	return node{
		ID:    nodeID{Dev: uint64(s.Dev), Ino: s.Ino, Rdev: uint32(s.Rdev)},
		Owner: s.Uid,
		Char:  s.Mode&unix.S_IFMT == unix.S_IFCHR,
	}
}

// ttyPath is the name of a pty's slave.
func ttyPath(minor uint32) string { return fmt.Sprintf("/dev/ttys%03d", minor) }

var ttyName = regexp.MustCompile(`^/dev/ttys[0-9]{3}$`)

// ttyBehind finds the terminal of a descriptor: a pty's master or its slave.
func ttyBehind(n nodes, fd int) (tty, error) {
	given, err := n.descriptor(fd)
	if err != nil {
		return tty{}, err
	}
	minor := given.ID.Rdev & 0xffffff
	switch {
	case !given.Char:
		return tty{}, fmt.Errorf("%w: no character device", client.ErrNotATerminal)
	case given.ID.Rdev == ttyControlling:
		return tty{}, fmt.Errorf("%w of its own: /dev/tty stands for another, name that one", client.ErrNotATerminal)
	case given.ID.Rdev>>24 == ttyMaster:
		t, err := ttyAt(n, ttyPath(minor))
		t.ByMaster = true
		return t, err
	case given.ID.Rdev>>24 != ttySlave:
		return tty{}, fmt.Errorf("%w: character device %d,%d", client.ErrNotATerminal, given.ID.Rdev>>24, minor)
	}
	t, err := ttyAt(n, ttyPath(minor))
	if err == nil && t.ID != given.ID {
		err = client.ErrGone
	}
	return t, err
}

// ttyAt finds the terminal of a path, which must be the slave's own name.
func ttyAt(n nodes, path string) (tty, error) {
	if !ttyName.MatchString(path) {
		return tty{}, fmt.Errorf("%w: %s is no name such as /dev/ttys003", client.ErrNotATerminal, path)
	}
	found, err := n.path(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return tty{}, client.ErrGone
	case err != nil:
		return tty{}, err
	case !found.Char || found.ID.Rdev>>24 != ttySlave || ttyPath(found.ID.Rdev&0xffffff) != path:
		return tty{}, fmt.Errorf("%w: %s has not the number of its name", client.ErrNotATerminal, path)
	}
	return tty{ID: found.ID, Path: path, Owner: found.Owner}, nil
}

// again looks whether the terminal still exists, and who owns it now.
func (t tty) again(n nodes) (tty, error) {
	now, err := ttyAt(n, t.Path)
	if err == nil && now.ID != t.ID {
		err = client.ErrGone
	}
	now.ByMaster = t.ByMaster
	return now, err
}

// device is the terminal as answers name it.
func (t tty) device() *client.Device {
	return &client.Device{Path: t.Path, Device: fmt.Sprintf("%d:%d", t.ID.Rdev>>24, t.ID.Rdev&0xffffff)}
}

// ttyPaths lists the terminals that exist.
func ttyPaths() []string {
	paths, _ := filepath.Glob("/dev/ttys[0-9][0-9][0-9]")
	return paths
}
