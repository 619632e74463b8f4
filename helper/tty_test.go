package helper

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

func device(major, minor uint32) node {
	return node{ID: nodeID{Dev: 7, Ino: 50, Rdev: major<<24 | minor}, Char: true}
}

func TestTTYBehind(t *testing.T) {
	slave := slaveNode(3, me)
	other := slave
	other.ID.Ino++
	n := &fakeNodes{
		paths: map[string]node{"/dev/ttys003": slave, "/dev/ttys012": device(2, 12)},
		fds: map[int]node{
			1: slave, 2: other, 3: device(ttyMaster, 3), 4: device(ttyMaster, 4), 5: device(2, 0), 6: device(3, 2), 7: {Owner: me}, 8: device(ttySlave, 12),
		},
	}
	for _, c := range []struct {
		name   string
		fd     int
		want   error
		master bool
		says   string
	}{
		{"a slave", 1, nil, false, ""},
		{"a slave that was closed and opened anew", 2, client.ErrGone, false, ""},
		{"a master", 3, nil, true, ""},
		{"a master without a slave", 4, client.ErrGone, true, ""},
		{"/dev/tty", 5, client.ErrNotATerminal, false, "stands for another"},
		{"/dev/null", 6, client.ErrNotATerminal, false, "3,2"},
		{"a file", 7, client.ErrNotATerminal, false, "no character device"},
		{"a name with another number", 8, client.ErrNotATerminal, false, "/dev/ttys012"},
		{"not open", 9, fs.ErrInvalid, false, ""},
	} {
		got, err := ttyBehind(n, c.fd)
		if !errors.Is(err, c.want) || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
		if err == nil && (got.Path != "/dev/ttys003" || got.ID != slave.ID || got.Owner != me || got.ByMaster != c.master) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// TestTTYNames: only the kernel's own names are taken.
func TestTTYNames(t *testing.T) {
	n := &fakeNodes{paths: map[string]node{"/dev/ttys003": slaveNode(3, me), "/tmp/ttys003": slaveNode(3, me), "/dev/ttys999": slaveNode(999, 0)}}
	for path, want := range map[string]error{
		"/dev/ttys003": nil, "/dev/ttys999": nil, "/dev/ttys004": client.ErrGone,
		"/tmp/ttys003": client.ErrNotATerminal, "/dev/../tmp/ttys003": client.ErrNotATerminal, "ttys003": client.ErrNotATerminal, "": client.ErrNotATerminal,
		"/dev/ttys3": client.ErrNotATerminal, "/dev/ttys0003": client.ErrNotATerminal, "/dev/ttys003\n": client.ErrNotATerminal, "/dev/tty": client.ErrNotATerminal,
	} {
		if _, err := ttyAt(n, path); !errors.Is(err, want) {
			t.Errorf("%q: %v", path, err)
		}
	}
}

func FuzzTTYName(f *testing.F) {
	f.Add("/dev/ttys003")
	f.Add("/dev/ttys003/../null")
	f.Fuzz(func(t *testing.T, path string) {
		asked := ""
		_, _ = ttyAt(onlyAsk(func(name string) { asked = name }), path)
		if asked != "" && (len(asked) != len("/dev/ttys000") || !strings.HasPrefix(asked, "/dev/ttys") || strings.Trim(asked[9:], "0123456789") != "") {
			t.Errorf("%q was looked up", asked)
		}
	})
}

type onlyAsk func(string)

func (f onlyAsk) path(name string) (node, error) { f(name); return node{}, fs.ErrNotExist }
func (f onlyAsk) descriptor(int) (node, error)   { return node{}, fs.ErrInvalid }

// TestDisk: the nodes of this machine, by path and by descriptor.
func TestDisk(t *testing.T) {
	var s unix.Stat_t
	if err := unix.Stat("/dev/null", &s); err != nil {
		t.Fatal(err)
	}
	null, err := os.Open("/dev/null")
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, c := range []struct {
		n   node
		err error
	}{second(disk{}.path("/dev/null")), second(disk{}.descriptor(int(null.Fd())))} {
		if c.err != nil || !c.n.Char || c.n.ID.Ino != s.Ino || c.n.ID.Rdev != uint32(s.Rdev) || c.n.Owner != s.Uid {
			t.Errorf("%+v, %v; want %+v", c.n, c.err, s)
		}
	}
	if n, err := (disk{}).path(t.TempDir()); err != nil || n.Char {
		t.Errorf("a directory: %+v, %v", n, err)
	}
	if _, err := (disk{}).path("/dev/ttys003/no"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if _, err := (disk{}).descriptor(-1); !errors.Is(err, unix.EBADF) {
		t.Errorf("%v", err)
	}
}

func second(n node, err error) struct {
	n   node
	err error
} {
	return struct {
		n   node
		err error
	}{n, err}
}
