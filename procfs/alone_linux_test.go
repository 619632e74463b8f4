package procfs

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"syscall"
	"testing"
)

// alone runs a copy of the test in namespaces of its own, or as another user,
// and reports its outcome; it is true in that copy. A plain user gets a user
// namespace, in which he may mount.
func alone(t *testing.T, attr syscall.SysProcAttr) bool {
	t.Helper()
	const mark = "PROCFS_TEST_ALONE"
	if os.Getenv(mark) == t.Name() {
		return true
	}
	cmd := exec.Command("/proc/self/exe", "-test.run=^"+regexp.QuoteMeta(t.Name())+"$", "-test.v")
	cmd.Env = append(os.Environ(), mark+"="+t.Name())
	cmd.SysProcAttr = &attr
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	switch skipped := regexp.MustCompile(`--- SKIP.*\n\s*(.*)\n`).FindSubmatch(out.Bytes()); {
	case err != nil && !errors.As(err, &exit):
		t.Skipf("root or user namespaces required: %v", err)
	case err != nil:
		t.Fatalf("%v\n%s", err, out.Bytes())
	case skipped != nil:
		t.Skip(string(skipped[1]))
	case !bytes.Contains(out.Bytes(), []byte("--- PASS: "+t.Name())):
		t.Fatalf("it did not run:\n%s", out.Bytes())
	}
	return false
}

// namespaces gives a copy its own mounts and, with others, more.
func namespaces(others uintptr) syscall.SysProcAttr {
	attr := syscall.SysProcAttr{Cloneflags: others, Unshareflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		attr.Cloneflags |= syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	return attr
}
