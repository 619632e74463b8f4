package procfs

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// programCommand makes the test binary a small program that waits for things.
const programCommand = "program-for-procfs"

// patience bounds what would otherwise hang; nothing depends on its length.
const patience = 20 * time.Second

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == programCommand {
		runtime.LockOSThread()
		if unix.Gettid() != os.Getpid() { // the waiting thread is to be the main one, as in a C program
			_ = unix.Exec("/proc/self/exe", os.Args, os.Environ())
		}
		if err := runProgram(os.Args[2], os.Args[3:]); err != nil {
			fmt.Fprintf(os.Stderr, "%v: %v\n", os.Args[2:], err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// program is a command that runs this binary as one of its programs. The path
// is one that any user may execute.
func program(name string, args ...string) *exec.Cmd {
	return exec.Command("/proc/self/exe", append([]string{programCommand, name}, args...)...)
}

// await waits until something has happened.
func await(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !happened(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// rootOnly skips a test that needs root, and says for what.
func rootOnly(t *testing.T, why string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("root required: " + why)
	}
}
