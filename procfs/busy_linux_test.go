package procfs

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestBusyOwner: a process at work that has become one of which less may be told is
// not the one that was found at work.
func TestBusyOwner(t *testing.T) {
	rootOnly(t, "a program that its user may not read")
	dir := t.TempDir()
	private, begin := filepath.Join(dir, "private"), filepath.Join(dir, "begin")
	sh, err := os.ReadFile("/bin/sh")
	if err == nil {
		err = os.Chmod(filepath.Dir(dir), 0o755)
	}
	if err == nil {
		err = os.WriteFile(private, sh, 0o711)
	}
	if err == nil {
		err = os.Chmod(private, 0o711)
	}
	if err != nil {
		t.Fatal(err)
	}
	s, r := rostered(t)
	s.start(t, exec.Command("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "/bin/sh", "-c",
		`until [ -e "$1" ]; do :; done; exec "$0" -c "while :; do :; done"`, private, begin))
	p := first(t, s, r)
	await(t, "a program at work", func() bool {
		report := p.Look(s.term.ID)
		report.Close()
		now, err := p.Stat()
		return err == nil && now.Comm == "sh" && p.works()
	})
	if err := os.WriteFile(begin, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	await(t, "the private program", func() bool { now, err := p.Stat(); return err == nil && now.Comm == "private" })
	for range 100 {
		if p.works() {
			t.Fatal("its user's still")
		}
	}
}
