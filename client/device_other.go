//go:build !unix

package client

import (
	"errors"
	"fmt"
)

func (t *Terminal) whileOpen(func(fd int) error) error {
	return fmt.Errorf("open %s: %w", t.path, errors.ErrUnsupported)
}
