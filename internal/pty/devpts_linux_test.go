package pty

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestOtherDevpts opens a terminal of a devpts that is mounted nowhere near
// /dev/pts, in a mount namespace of its own.
func TestOtherDevpts(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("root required: mount")
	}
	dir := t.TempDir()
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked: the thread ends with its namespace
		if err := mountDevpts(dir); err != nil {
			t.Errorf("mount a devpts: %v", err)
			return
		}
		defer func() { _ = unix.Unmount(dir, unix.MNT_DETACH) }()
		useDevpts(t, dir)
	}()
	<-done
}

func mountDevpts(dir string) error {
	if err := unix.Unshare(unix.CLONE_NEWNS | unix.CLONE_FS); err != nil {
		return err
	}
	if err := unix.Mount("", "/", "", unix.MS_PRIVATE|unix.MS_REC, ""); err != nil {
		return err
	}
	return unix.Mount("devpts", dir, "devpts", 0, "newinstance,ptmxmode=0666")
}

func useDevpts(t *testing.T, dir string) {
	p, err := OpenAt(filepath.Join(dir, "ptmx"))
	if err != nil {
		t.Error(err)
		return
	}
	defer p.Close()
	if want := filepath.Join(dir, "0"); p.Path() != want {
		t.Errorf("path %s, want %s", p.Path(), want)
	}
	if err := p.Chown(65534, 65534); err != nil {
		t.Error(err)
	}
	cmd := shell(`echo "owner $(stat -c %u "$1")"; echo to-tty >/dev/tty`, p.Path())
	if err := p.Start(cmd); err != nil {
		t.Error(err)
		return
	}
	out := readEnd(t, p)
	if !strings.Contains(out, "owner 65534") || !strings.Contains(out, "to-tty") {
		t.Errorf("the command saw %q", out)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestPathWithoutPeer covers kernels that cannot open the slave through the
// master: the number leads to the same name.
func TestPathWithoutPeer(t *testing.T) {
	p := open(t)
	path, err := p.numberedPath()
	if err != nil || path != p.Path() {
		t.Errorf("%s, %v; want %s", path, err, p.Path())
	}
}
