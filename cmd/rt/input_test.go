package main

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/pty"
)

// TestInput: what is typed into the command, and what is not.
func TestInput(t *testing.T) {
	open := func(path string) *os.File {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		return f
	}
	file := filepath.Join(t.TempDir(), "answers")
	if err := os.WriteFile(file, []byte("yes\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	pipe, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	defer w.Close()
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(pair[1])
	socket := os.NewFile(uintptr(pair[0]), "socket")
	defer socket.Close()
	closed := open(file)
	_ = closed.Close()
	for _, c := range []struct {
		name string
		file *os.File
		want bool
	}{
		{"file", open(file), true},
		{"pipe", pipe, true},
		{"socket", socket, true},
		{"null", open("/dev/null"), false},
		{"zero", open("/dev/zero"), false},
		{"terminal", slave(t), false},
		{"closed", closed, false},
	} {
		if got := (program{in: c.file}).input() != nil; got != c.want {
			t.Errorf("%s is input: %v", c.name, got)
		}
	}
}

func slave(t *testing.T) *os.File {
	t.Helper()
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Slave()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = f.Close()
		_ = p.Close()
	})
	return f
}

// TestTerminal: keys are passed through only if both ends are terminals.
func TestTerminal(t *testing.T) {
	null, err := os.OpenFile("/dev/null", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	tty := slave(t)
	for _, c := range []struct {
		in, out *os.File
		want    bool
	}{
		{tty, tty, true}, {null, tty, false}, {tty, null, false}, {null, null, false},
	} {
		if _, got := (program{in: c.in, out: c.out}).terminal(); got != c.want {
			t.Errorf("in %s, out %s: %v", c.in.Name(), c.out.Name(), got)
		}
	}
	if _, got := (program{in: tty, out: new(nowhere)}).terminal(); got {
		t.Error("a writer that is no file is no terminal")
	}
}

type nowhere struct{}

func (*nowhere) Write(b []byte) (int, error) { return len(b), nil }

// TestMakeRaw and back, as often as one likes.
func TestMakeRaw(t *testing.T) {
	tty := slave(t)
	settings := func() (got unix.Termios) {
		_ = control(tty, func(fd int) error {
			v, err := unix.IoctlGetTermios(fd, getTermios)
			if err == nil {
				got = *v
			}
			return err
		})
		return got
	}
	before := settings()
	restore, err := makeRaw(tty)
	if err != nil {
		t.Fatal(err)
	}
	s := settings()
	if s.Lflag&(unix.ICANON|unix.ECHO|unix.ISIG) != 0 || s.Oflag&unix.OPOST != 0 || s.Iflag&(unix.ICRNL|unix.IXON) != 0 || s.Cc[unix.VMIN] != 1 {
		t.Errorf("%+v", s)
	}
	for range 2 {
		restore()
		if settings() != before {
			t.Errorf("%+v, before %+v", settings(), before)
		}
	}
	if _, err := makeRaw(os.Stdin); isTerminal(os.Stdin) != (err == nil) {
		t.Errorf("%v", err)
	}
}
