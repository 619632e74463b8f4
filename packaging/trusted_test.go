package packaging

import (
	"io/fs"
	"os"
	"strings"
	"testing"
)

func TestOnlyRoot(t *testing.T) {
	for _, c := range []struct {
		uid  uint32
		mode fs.FileMode
		ok   bool
	}{
		{0, fs.ModeDir | 0o755, true},
		{0, 0o755, true},
		{0, fs.ModeSymlink | 0o777, true},
		{0, fs.ModeDir | 0o775, false},
		{0, fs.ModeDir | 0o757, false},
		{0, fs.ModeDir | fs.ModeSticky | 0o777, false},
		{1000, fs.ModeDir | 0o755, false},
		{1000, fs.ModeSymlink | 0o777, false},
	} {
		if err := onlyRoot("/x", c.uid, c.mode); (err == nil) != c.ok {
			t.Errorf("user %d, mode %v: %v, want trusted: %v", c.uid, c.mode, err, c.ok)
		}
	}
}

// TestTrustedFollowsLinks: what a link leads to counts, and who owns the link.
func TestTrustedFollowsLinks(t *testing.T) {
	f := newFake(t, platformSystemd)
	f.write("/data/lib/x", "")
	check(t, os.MkdirAll(f.Machine.path("/usr"), 0o755))
	check(t, os.Symlink("../data", f.Machine.path("/usr/local")))
	check(t, f.Machine.trusted("/usr/local/lib/x"))
	f.modes["/data"] = fs.ModeDir | 0o777
	if err := f.Machine.trusted("/usr/local/lib/x"); err == nil || !strings.Contains(err.Error(), "/data") {
		t.Errorf("a link to a directory for all: %v", err)
	}
	delete(f.modes, "/data")
	f.owners["/usr/local"] = 501
	if err := f.Machine.trusted("/usr/local/lib/x"); err == nil || !strings.Contains(err.Error(), "/usr/local") {
		t.Errorf("a link of somebody's: %v", err)
	}
}

func TestLinkLoop(t *testing.T) {
	f := newFake(t, platformSystemd)
	check(t, os.Symlink("b", f.Machine.path("/a")))
	check(t, os.Symlink("a", f.Machine.path("/b")))
	if err := f.Machine.trusted("/a"); err == nil {
		t.Error("links in a circle are trusted")
	}
}
