package procfs

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func TestFromMasterAndSlave(t *testing.T) {
	s := newScreen(t)
	slave := s.bySlave(t)
	if slave.ID != s.term.ID {
		t.Errorf("master's %+v, slave's %+v", s.term.ID, slave.ID)
	}
	if !s.term.HasMaster() || slave.HasMaster() {
		t.Errorf("has a master: %v, %v", s.term.HasMaster(), slave.HasMaster())
	}
	var st unix.Stat_t
	if err := unix.Stat(s.Path(), &st); err != nil {
		t.Fatal(err)
	}
	want := Identity{
		Dev:  Dev{unix.Major(st.Dev), unix.Minor(st.Dev)},
		Ino:  st.Ino,
		Rdev: Dev{unix.Major(uint64(st.Rdev)), unix.Minor(uint64(st.Rdev))},
	}
	for _, term := range []*Terminal{s.term, slave} {
		if term.ID != want || term.Path() != s.Path() || term.Owner != uint32(os.Geteuid()) {
			t.Errorf("%+v at %s, want %+v at %s", term, term.Path(), want, s.Path())
		}
		if uid, err := term.Check(); err != nil || uid != term.Owner {
			t.Errorf("check: %d, %v", uid, err)
		}
	}
}

func TestOwner(t *testing.T) {
	rootOnly(t, "chown")
	s := newScreen(t)
	slave := s.bySlave(t)
	if err := s.Chown(65534, -1); err != nil {
		t.Fatal(err)
	}
	for _, term := range []*Terminal{s.term, slave, s.bySlave(t)} {
		if uid, err := term.Check(); err != nil || uid != 65534 {
			t.Errorf("owner %d, %v", uid, err)
		}
	}
}

// TestNotATerminal has what callers may send instead, each both opened and as
// an O_PATH descriptor.
func TestNotATerminal(t *testing.T) {
	dir := t.TempDir()
	file, fifo, socket := filepath.Join(dir, "file"), filepath.Join(dir, "fifo"), filepath.Join(dir, "socket")
	for _, err := range []error{os.WriteFile(file, nil, 0o600), unix.Mkfifo(fifo, 0o600), listen(t, socket)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	s := newScreen(t)
	cases := []struct {
		name, path string
		flags      int
	}{
		{"regular file", file, unix.O_RDWR},
		{"regular file, O_PATH", file, unix.O_PATH},
		{"pipe", fifo, unix.O_RDWR},
		{"pipe, O_PATH", fifo, unix.O_PATH},
		{"socket's node, O_PATH", socket, unix.O_PATH},
		{"directory", dir, unix.O_RDONLY},
		{"directory, O_PATH", dir, unix.O_PATH},
		{"/dev/null", "/dev/null", unix.O_RDWR},
		{"/dev/null, O_PATH", "/dev/null", unix.O_PATH},
		{"/dev/tty, O_PATH", "/dev/tty", unix.O_PATH},
		{"/dev/ptmx, O_PATH", "/dev/ptmx", unix.O_PATH},
		{"slave that was really opened", s.Path(), unix.O_RDWR},
		{"file of /proc", "/proc/self/stat", unix.O_RDONLY},
	}
	for _, c := range cases {
		refuse(t, c.name, opened(t, c.path, c.flags))
	}
	for name, mk := range makers {
		if name == "master" || name == "tty" {
			continue
		}
		fd, err := mk()
		if err != nil {
			t.Fatal(err)
		}
		refuse(t, name, fd)
		unix.Close(fd)
	}
}

// refuse checks that a descriptor is refused for what it is, and left open.
func refuse(t *testing.T, name string, fd int) {
	t.Helper()
	term, err := FromDescriptor(fd)
	if !errors.Is(err, ErrNotATerminal) {
		t.Errorf("%s: %+v, %v", name, term, err)
	}
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err != nil {
		t.Errorf("%s: it was closed", name)
	}
}

func listen(t *testing.T, path string) error {
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	t.Cleanup(func() { unix.Close(fd) })
	return unix.Bind(fd, &unix.SockaddrUnix{Name: path})
}

// TestAliases: these nodes do not say which terminal is meant.
func TestAliases(t *testing.T) {
	for _, path := range []string{"/dev/tty", "/dev/console", "/dev/tty0"} {
		if _, err := os.Stat(path); err != nil {
			continue // a container has no console
		}
		fd := opened(t, path, unix.O_PATH)
		refuse(t, path, fd)
		if _, err := FromDescriptor(fd); err == nil || !strings.Contains(err.Error(), "stands for another") {
			t.Errorf("%s: the error does not say why: %v", path, err)
		}
	}
}

func TestNoDescriptor(t *testing.T) {
	fd := opened(t, "/dev/null", unix.O_RDWR)
	dup, err := unix.Dup(fd)
	if err != nil {
		t.Fatal(err)
	}
	unix.Close(dup)
	for _, fd := range []int{-1, dup} {
		if term, err := FromDescriptor(fd); !errors.Is(err, unix.EBADF) {
			t.Errorf("descriptor %d: %+v, %v", fd, term, err)
		}
	}
}

// TestMadeNode: who may make nodes can make one of a slave's number anywhere;
// it is none of the slave's.
func TestMadeNode(t *testing.T) {
	rootOnly(t, "mknod")
	s := newScreen(t)
	path := filepath.Join(t.TempDir(), "node")
	d := s.term.ID.Rdev
	if err := unix.Mknod(path, unix.S_IFCHR|0o600, int(unix.Mkdev(d.Major, d.Minor))); err != nil {
		t.Fatal(err)
	}
	refuse(t, path, opened(t, path, unix.O_PATH))
}
