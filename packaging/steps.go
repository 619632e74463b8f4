package packaging

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func (i Installer) run(input, name string, args ...string) step {
	return step{"run " + name + " " + strings.Join(args, " "), func() error {
		_, err := i.Machine.Run(input, name, args...)
		return err
	}}
}

// writeText plans to write a file, unless it is there.
func (i Installer) writeText(path, text string) []step {
	if i.Machine.same(path, text) {
		return nil
	}
	return []step{{"write " + path, func() error {
		return i.Machine.write(path, strings.NewReader(text), 0o644)
	}}}
}

// copyPrograms plans to copy the programs into a directory, unless they are
// there.
func (i Installer) copyPrograms(dir string, only ...string) ([]step, error) {
	if len(only) == 0 {
		only = programs[:]
	}
	var steps []step
	for _, name := range only {
		to := filepath.Join(dir, name)
		b, err := os.ReadFile(filepath.Join(i.From, name))
		if err != nil {
			return nil, fmt.Errorf("%w: the program %s must lie beside this one: %w", ErrRefused, name, err)
		}
		if i.Machine.same(to, string(b)) {
			continue
		}
		steps = append(steps, step{"write " + to, func() error {
			return i.Machine.write(to, bytes.NewReader(b), 0o755)
		}})
	}
	return steps, nil
}

// register plans to hand the service to the platform, unless it has it. It
// takes no file that exists, so an older one is taken back before.
func (i Installer) register(file, text, program string) []step {
	if i.Machine.same(file, text) {
		return nil
	}
	var steps []step
	if i.Machine.exists(file) {
		steps = append(steps, i.unregister(file))
	}
	return append(steps, step{"write " + file, func() error {
		if err := i.Machine.Register(text, program); err != nil {
			return err
		}
		return os.Chmod(i.Machine.path(file), 0o644)
	}})
}

func (i Installer) unregister(file string) step {
	return step{"remove " + file, i.Machine.Unregister}
}

// removeAll plans to remove what exists of some files and directories.
// A directory that holds something else stays.
func (i Installer) removeAll(paths ...string) []step {
	var steps []step
	for _, p := range paths {
		if !i.Machine.exists(p) {
			continue
		}
		steps = append(steps, step{"remove " + p, func() error {
			err := os.Remove(i.Machine.path(p))
			if info, gone := os.Lstat(i.Machine.path(p)); gone == nil && info.IsDir() {
				fmt.Fprintf(i.Out, "%s is kept: it holds other files\n", p)
				return nil
			}
			if os.IsNotExist(err) {
				return nil
			}
			return err
		}})
	}
	return steps
}
