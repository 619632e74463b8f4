//go:build linux || darwin

package client

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/pty"
)

func TestDeviceOf(t *testing.T) {
	var s unix.Stat_t
	if err := unix.Stat("/dev/null", &s); err != nil {
		t.Fatal(err)
	}
	null, err := os.Open("/dev/null")
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("/dev/null", link); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		f    *os.File
		path string
	}{"path": {nil, "/dev/null"}, "link": {nil, link}, "file": {null, "/none"}} {
		if char, rdev, err := deviceOf(c.f, c.path); err != nil || !char || rdev != uint32(s.Rdev) {
			t.Errorf("%s: %v, %x, %v", name, char, rdev, err)
		}
	}
	if char, _, err := deviceOf(nil, t.TempDir()); err != nil || char {
		t.Errorf("a directory: %v, %v", char, err)
	}
	if _, _, err := deviceOf(nil, link+"x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// TestWhileOpen: the slave is open while it is asked about, and no longer.
func TestWhileOpen(t *testing.T) {
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	term := &Terminal{own: true, path: p.Path(), name: p.Path()}
	var kept int
	err = term.Control(func(fd int) error {
		kept = fd
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
		if err != nil || flags&unix.O_NONBLOCK != 0 || flags&unix.O_ACCMODE != unix.O_RDONLY {
			t.Errorf("flags %#x, %v", flags, err)
		}
		return fs.ErrClosed
	})
	if !errors.Is(err, fs.ErrClosed) {
		t.Errorf("%v", err)
	}
	var s unix.Stat_t
	if unix.Fstat(kept, &s) == nil && s.Mode&unix.S_IFMT == unix.S_IFCHR {
		t.Error("it is still open")
	}
	if err := term.Close(); err != nil {
		t.Error(err)
	}
	term.path += "x"
	if err := term.Control(func(int) error { return nil }); !errors.Is(err, unix.ENOENT) {
		t.Errorf("%v", err)
	}
}
