package packaging

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Machine is what an Installer sees and changes.
type Machine struct {
	// Root is put before every path; "" for the machine itself.
	Root string
	// Platform is what looks after services, in kardianos/service's words.
	Platform string
	// UID is the effective user.
	UID int
	// Run runs a command with a text as its standard input and returns what it
	// printed.
	Run func(input, name string, args ...string) (string, error)
	// Register hands the service's text to the platform, for a program.
	Register func(text, program string) error
	// Unregister takes it back.
	Unregister func() error
	// Owner returns a file's user and mode without following a link.
	Owner func(path string) (uid uint32, mode fs.FileMode, err error)
}

func (m Machine) path(p string) string { return filepath.Join(m.Root, p) }

func (m Machine) exists(p string) bool {
	_, err := os.Lstat(m.path(p))
	return err == nil
}

// same reports that a file has a text already.
func (m Machine) same(p, text string) bool {
	b, err := os.ReadFile(m.path(p))
	return err == nil && string(b) == text
}

// write replaces a file at once, so that nobody sees half of it and a running
// program keeps its own.
func (m Machine) write(p string, from io.Reader, mode fs.FileMode) error {
	dir := m.path(filepath.Dir(p))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".rt-helper-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if _, err := io.Copy(f, from); err != nil {
		return fmt.Errorf("write %s: %w", p, err)
	}
	if err := f.Chmod(mode); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("sync %s: %w", p, err)
	}
	return os.Rename(f.Name(), m.path(p))
}

// runCommand is Run of the machine itself.
func runCommand(input, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, strings.TrimSpace(string(out)))
	}
	return string(out), nil
}
