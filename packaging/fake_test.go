package packaging

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fake is a machine in a directory. Its platform does what is asked of it.
type fake struct {
	t        *testing.T
	Machine  Machine
	commands []string
	fails    map[string]bool // commands that end with an error
	owners   map[string]uint32
	modes    map[string]fs.FileMode
	out      strings.Builder
}

func newFake(t *testing.T, platform string) *fake {
	f := &fake{t: t, fails: map[string]bool{}, owners: map[string]uint32{}, modes: map[string]fs.FileMode{}}
	file := serviceFile
	if platform == platformLaunchd {
		file = launchdFile
	}
	f.Machine = Machine{
		Root: t.TempDir(), Platform: platform, Run: f.run, Owner: f.owner,
		Register: func(text, _ string) error {
			if f.Machine.exists(file) {
				return errors.New("Init already exists")
			}
			f.write(file, text)
			return nil
		},
		Unregister: func() error { return os.Remove(f.Machine.path(file)) },
	}
	for _, name := range []string{"getent passwd rt-helper", "launchctl print system/" + label} {
		f.fails[name] = true
	}
	return f
}

func (f *fake) run(_, name string, args ...string) (string, error) {
	line := name + " " + strings.Join(args, " ")
	f.commands = append(f.commands, line)
	if f.fails[line] {
		return "", errors.New("no")
	}
	switch {
	case name == "systemd-sysusers":
		delete(f.fails, "getent passwd rt-helper")
	case name == "dpkg-query":
		return "rt-helper: " + args[1], nil
	case name == "userdel":
		f.fails["getent passwd rt-helper"] = true
	case name == "launchctl" && len(args) > 0:
		f.fails["launchctl print system/"+label] = args[0] == "bootout"
	}
	return "", nil
}

func (f *fake) owner(path string) (uint32, fs.FileMode, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return 0, 0, err
	}
	short := strings.TrimPrefix(path, f.Machine.Root)
	mode, ok := f.modes[short]
	if !ok {
		mode = info.Mode() &^ 0o022
	}
	return f.owners[short], mode, nil
}

func (f *fake) write(path, text string) {
	f.t.Helper()
	if err := os.MkdirAll(filepath.Dir(f.Machine.path(path)), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(f.Machine.path(path), []byte(text), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

// installer returns one with programs beside it.
func (f *fake) installer() Installer {
	f.t.Helper()
	dir := f.t.TempDir()
	for _, name := range programs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("program "+name), 0o755); err != nil {
			f.t.Fatal(err)
		}
	}
	return Installer{Machine: f.Machine, From: dir, Policy: "own", Out: &f.out}
}

// files lists the machine's files, with their modes.
func (f *fake) files() []string {
	var list []string
	err := filepath.WalkDir(f.Machine.Root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		list = append(list, fmt.Sprintf("%s %v", strings.TrimPrefix(path, f.Machine.Root), info.Mode()))
		return err
	})
	if err != nil {
		f.t.Fatal(err)
	}
	slices.Sort(list)
	return list
}
