package packaging

import (
	"os"
	"path/filepath"
)

// readLink returns where a symbolic link leads, as an absolute path below Root.
func (m Machine) readLink(path string) (string, error) {
	to, err := os.Readlink(m.path(path))
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(path), to)
	}
	return filepath.Clean(to), nil
}

// link makes path a symbolic link to target, in place of another link there.
func (m Machine) link(target, path string) error {
	if err := os.MkdirAll(m.path(filepath.Dir(path)), 0o755); err != nil {
		return err
	}
	if info, err := os.Lstat(m.path(path)); err == nil && info.Mode()&os.ModeSymlink != 0 {
		if err := os.Remove(m.path(path)); err != nil {
			return err
		}
	}
	return os.Symlink(target, m.path(path))
}

// linked reports that path is a symbolic link to target already.
func (m Machine) linked(target, path string) bool {
	to, err := os.Readlink(m.path(path))
	return err == nil && to == target
}
