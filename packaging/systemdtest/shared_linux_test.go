package systemdtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

// The versions that the tests install; the second one upgrades the first.
const (
	oldVersion = "0.1.0"
	newVersion = "0.1.1"
)

const debArch = runtime.GOARCH

// build makes what every machine gets as /rt: the packages, an archive, and
// this test as a static program, the actor.
var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "rt-helper-systemdtest-")
	if err != nil {
		return "", err
	}
	if err := os.Chmod(dir, 0o755); err != nil { // for the users in the machine
		return dir, err
	}
	var all sync.WaitGroup
	var errs [3]error
	for i, args := range [][]string{
		{"../../scripts/package", oldVersion, "deb", "rpm", "tar"},
		{"../../scripts/package", newVersion, "deb", "rpm"},
		{"go", "test", "-c", "-o", filepath.Join(dir, "actor"), "."},
	} {
		all.Go(func() { errs[i] = tool(dir, args...) })
	}
	all.Wait()
	return dir, errors.Join(errs[:]...)
})

func tool(out string, args ...string) error {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "OUT="+out, "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%q: %w\n%s", args, err, text)
	}
	return nil
}

// shared returns the directory, or skips the test where there can be no
// machine.
func shared(t *testing.T) string {
	t.Helper()
	if reason := lacks(); reason != "" {
		t.Skip(reason)
	}
	dir, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// lacks says why no machine can be booted here.
var lacks = sync.OnceValue(func() string {
	if os.Geteuid() != 0 {
		return "root required: to boot a systemd in namespaces"
	}
	for _, name := range []string{"/lib/systemd/systemd", "nsenter", "unshare", "dpkg-deb"} {
		if _, err := exec.LookPath(name); err != nil {
			return name + " required: it is not installed"
		}
	}
	const try = `set -e; t=$(mktemp -d); trap 'umount -l $t; rmdir $t' EXIT
mount -t tmpfs tmpfs $t; mkdir $t/u $t/w $t/r; mount -t overlay overlay -o lowerdir=/,upperdir=$t/u,workdir=$t/w $t/r; umount $t/r
if [ "$(stat -f -c %T /sys/fs/cgroup)" = cgroup2fs ]; then cd /sys/fs/cgroup; grep -w memory cgroup.subtree_control; grep -w pids cgroup.subtree_control; exit; fi
mkdir $t/c; mount -t cgroup -o memory cgroup $t/c; umount $t/c; mount -t cgroup -o pids cgroup $t/c; umount $t/c`
	if out, err := exec.Command("unshare", "-m", "--propagation", "private", "bash", "-c", try).CombinedOutput(); err != nil {
		return fmt.Sprintf("overlay mounts and control groups required: not permitted here: %s", out)
	}
	return ""
})
