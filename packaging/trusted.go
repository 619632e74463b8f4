package packaging

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// trusted returns an error unless only root can change what lies at a path, or
// will: every directory up to / must be root's, and nobody else may write to
// it. What does not exist yet is made with such rights. Links are followed.
func (m Machine) trusted(path string) error {
	return m.trustedDepth(filepath.Clean(path), 0)
}

const maxLinks = 40

func (m Machine) trustedDepth(path string, links int) error {
	if links > maxLinks {
		return fmt.Errorf("%s: too many symbolic links", path)
	}
	if path != "/" {
		if err := m.trustedDepth(filepath.Dir(path), links); err != nil {
			return err
		}
	}
	uid, mode, err := m.Owner(m.path(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := onlyRoot(path, uid, mode); err != nil {
		return err
	}
	if mode&fs.ModeSymlink == 0 {
		return nil
	}
	to, err := m.readLink(path)
	if err != nil {
		return err
	}
	return m.trustedDepth(to, links+1)
}

// onlyRoot judges one file or directory. The mode of a link means nothing.
func onlyRoot(path string, uid uint32, mode fs.FileMode) error {
	if uid != 0 {
		return fmt.Errorf("%s belongs to user %d, who could replace a program that has root's rights: chown it to root, or use the package", path, uid)
	}
	if mode&fs.ModeSymlink == 0 && mode.Perm()&0o022 != 0 {
		return fmt.Errorf("%s can be written by others than root (mode %04o), who could replace a program that has root's rights: chmod go-w it, or use the package", path, mode.Perm())
	}
	return nil
}
