package client

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
)

func TestMacKind(t *testing.T) {
	for _, c := range []struct {
		name  string
		char  bool
		rdev  uint32
		open  bool
		want  macNode
		remed string
	}{
		{"a slave by its path", true, macSlave<<24 | 3, false, macAPath, ""},
		{"an open slave", true, macSlave<<24 | 3, true, macAPath, ""},
		{"an open master", true, macMaster<<24 | 3, true, macDescriptor, ""},
		{"the multiplexer", true, macMaster << 24, false, macNothing, "multiplexer"},
		{"/dev/tty", true, macControlling, true, macMine, ""},
		{"/dev/null", true, 3<<24 | 2, false, macNothing, "device 3,2"},
		{"the console", true, 0, false, macNothing, "device 0,0"},
		{"a file", false, 0, false, macNothing, "/dev/ttys003"},
		{"a file with a number", false, macSlave << 24, false, macNothing, "/dev/ttys003"},
	} {
		got, err := macKind(c.char, c.rdev, c.open)
		if got != c.want || (err == nil) != (c.remed == "") || err != nil && !strings.Contains(err.Error(), c.remed) {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}

// dev is a /dev of macOS, by path or by an open file's name.
type dev map[string]uint32

func (d dev) device(f *os.File, path string) (bool, uint32, error) {
	if f != nil {
		path = f.Name()
	}
	if rdev, ok := d[path]; ok {
		return true, rdev, nil
	}
	return false, 0, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
}

func TestResolveOnMac(t *testing.T) {
	d := dev{"/dev/ttys003": macSlave<<24 | 3, "/tmp/link": macSlave<<24 | 3, "/dev/tty": macControlling, "/dev/ptmx": macMaster << 24,
		"open master": macMaster<<24 | 3, "/dev/ttys009": macSlave<<24 | 8, "open slave": macSlave<<24 | 9, "gone slave": macSlave<<24 | 5}
	file := func(name string) *Terminal { return &Terminal{file: os.NewFile(1000, name), name: name} }
	path := func(name string) *Terminal { return &Terminal{name: name, own: true} }
	for _, c := range []struct {
		name   string
		t      *Terminal
		own    uint32
		path   string
		file   bool
		called string
		says   string
	}{
		{"a path", path("/dev/ttys003"), 0, "/dev/ttys003", false, "/dev/ttys003", ""},
		{"a link", path("/tmp/link"), 0, "/dev/ttys003", false, "/tmp/link", ""},
		{"an open master", file("open master"), 0, "", true, "open master", ""},
		{"/dev/tty", path("/dev/tty"), macSlave<<24 | 3, "/dev/ttys003", false, "/dev/ttys003", ""},
		{"an open /dev/tty", file("/dev/tty"), macSlave<<24 | 3, "/dev/ttys003", false, "/dev/ttys003", ""},
		{"no controlling terminal", path("/dev/tty"), 1<<32 - 1, "", false, "", "no controlling terminal"},
		{"the console as controlling terminal", path("/dev/tty"), 0, "", false, "", "device 0,0"},
		{"the multiplexer", path("/dev/ptmx"), 0, "", false, "", "multiplexer"},
		{"no such file", path("/dev/ttys004"), 0, "", false, "", "no such file"},
		{"a slave without a node", file("gone slave"), 0, "", false, "", "no such file"},
		{"a node with another number", file("open slave"), 0, "", false, "", "another terminal"},
	} {
		got, err := resolveOnMac(c.t, d.device, func() (uint32, error) { return c.own, nil })
		if c.says != "" {
			if got != nil || !errors.Is(err, ErrNotATerminal) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %+v, %v", c.name, got, err)
			}
			continue
		}
		if err != nil || got.path != c.path || (got.file != nil) != c.file || got.Name() != c.called {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}
	_, err := resolveOnMac(path("/dev/tty"), d.device, func() (uint32, error) { return 0, fs.ErrPermission })
	if !errors.Is(err, ErrNotATerminal) || !strings.Contains(err.Error(), "permission") {
		t.Errorf("%v", err)
	}
}

// TestTarget: a request names the terminal in one way only.
func TestTarget(t *testing.T) {
	f := os.NewFile(1000, "a file")
	for want, c := range map[string]*Terminal{
		`{"descriptor":0}`: {file: f}, `{"path":"/dev/ttys003"}`: {path: "/dev/ttys003"},
	} {
		b, err := json.Marshal(c.target())
		if err != nil || string(b) != want {
			t.Errorf("%s, want %s, %v", b, want, err)
		}
	}
	with := Terminal{file: f, path: "/dev/ttys003"}
	if with.descriptorFile() != nil {
		t.Error("a descriptor goes with a path")
	}
	if (&Terminal{file: f}).descriptorFile() != f {
		t.Error("the descriptor does not go")
	}
}
