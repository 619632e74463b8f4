package client

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Terminal names a terminal to ask about. On Linux it holds an O_PATH
// descriptor of the slave, which has no effect on the terminal's other users,
// or the caller's master. Close it; one Terminal is safe for concurrent use.
type Terminal struct {
	fd   int
	own  bool // Close closes fd
	keep *os.File
	name string
}

// Name is the path it was opened by, for messages.
func (t *Terminal) Name() string { return t.name }

// OpenTerminal opens a terminal by a path or a symbolic link to one: a pty
// slave, a virtual terminal or a serial line. /dev/tty stands for the caller's
// controlling terminal. The error wraps ErrNotATerminal and says what to do.
func OpenTerminal(path string) (*Terminal, error) {
	fd, err := openPath(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", path, ErrNotATerminal, why(err))
	}
	t := &Terminal{fd: fd, own: true, name: path}
	if err := t.resolve(); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// FromFile names the terminal behind an open file: a pty master, a slave or
// /dev/tty. The file stays the caller's and must stay open until Close.
func FromFile(f *os.File) (*Terminal, error) {
	t, err := fromFile(f)
	if err != nil {
		return nil, err
	}
	if err := t.resolve(); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// Mine names the caller's controlling terminal.
func Mine() (*Terminal, error) { return OpenTerminal("/dev/tty") }

// Descriptor is the descriptor to ask with. It is valid until Close.
func (t *Terminal) Descriptor() int { return t.fd }

// why is the reason of a failed open, without the path it repeats.
func why(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "no such file"
	}
	return err.Error()
}
