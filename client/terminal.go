package client

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Terminal names a terminal to ask about. On Linux it holds an O_PATH
// descriptor of the slave, which has no effect on the terminal's other users,
// or the caller's master. On macOS, where every open has effects, it holds the
// slave's path, or the caller's master. Close it; one Terminal is safe for
// concurrent use.
type Terminal struct {
	file *os.File // nil: there is only the path
	own  bool     // Close closes file
	name string
	path string // sent in place of a descriptor
}

// Name is the path it was opened by, for messages.
func (t *Terminal) Name() string {
	if t == nil {
		return "the terminals"
	}
	return t.name
}

// Close gives the descriptor back, unless it is the caller's file.
func (t *Terminal) Close() error {
	if !t.own || t.file == nil {
		return nil
	}
	return t.file.Close()
}

// Control calls f with the descriptor to ask with, which is open meanwhile: on
// macOS for that time the slave, if only its path is known.
func (t *Terminal) Control(f func(fd int) error) error {
	if t.file == nil {
		return t.whileOpen(f)
	}
	raw, err := t.file.SyscallConn()
	if err != nil {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	var inner error
	if err := raw.Control(func(fd uintptr) { inner = f(int(fd)) }); err != nil {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	return inner
}

// OpenTerminal opens a terminal by a path or a symbolic link to one: a pty
// slave, a virtual terminal or a serial line. /dev/tty stands for the caller's
// controlling terminal. The error wraps ErrNotATerminal and says what to do.
func OpenTerminal(path string) (*Terminal, error) {
	f, err := openPath(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", path, ErrNotATerminal, why(err))
	}
	return resolve(&Terminal{file: f, own: true, name: path})
}

// FromFile names the terminal behind an open file: a pty master, a slave or
// /dev/tty. The file stays the caller's and must stay open until Close.
func FromFile(f *os.File) (*Terminal, error) {
	t, err := fromFile(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", f.Name(), ErrNotATerminal, why(err))
	}
	return resolve(t)
}

// Mine names the caller's controlling terminal.
func Mine() (*Terminal, error) { return OpenTerminal("/dev/tty") }

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
