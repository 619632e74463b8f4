package service

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/attack"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// apart is a service in a process of its own.
type apart struct {
	cmd *exec.Cmd
	*served
}

// startApart starts a service as a user, from a program file or the test's own.
func startApart(t *testing.T, uid int, program string) *apart {
	t.Helper()
	rootOnly(t)
	dir := t.TempDir()
	if err := attack.Prepare(dir); err != nil {
		t.Fatal(err)
	}
	a := &apart{served: &served{dir: dir, path: filepath.Join(dir, "helper.sock")}}
	a.start(t, uid, program)
	return a
}

func (a *apart) start(t *testing.T, uid int, program string) {
	t.Helper()
	cmd := exec.Command(program, serveCommand, a.path, "own")
	cmd.Stderr = os.Stderr
	pty.RunAs(cmd, uid, uid)
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	a.cmd = cmd
	t.Cleanup(func() {
		_ = in.Close()
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait()
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("the service said %q, %v", line, err)
	}
}

// workers are its worker processes.
func (a *apart) workers() []int {
	var list []int
	for _, pid := range processes() {
		if parent(pid) == a.cmd.Process.Pid {
			list = append(list, pid)
		}
	}
	return list
}

// Row 35: the workers of a service that does not run as root are closed to other
// processes of its user.
func TestThreat35ClosedWorkers(t *testing.T) {
	const user = 60010
	a := startApart(t, user, "/proc/self/exe")
	own := screenOf(t, user)
	own.runs(t, user, "cat")
	mustBe(t, a.as(t, user), own.slave, client.Waiting)
	list := a.workers()
	if len(list) != 1 {
		t.Fatalf("%d workers", len(list))
	}
	file := fmt.Sprintf("/proc/%d/environ", list[0])
	var st unix.Stat_t
	if err := unix.Stat(file, &st); err != nil || st.Uid != 0 {
		t.Errorf("%s belongs to user %d, %v; that of a process which is not dumpable belongs to root", file, st.Uid, err)
	}
	try := exec.Command("cat", file)
	pty.RunAs(try, user, user)
	if out, err := try.CombinedOutput(); err == nil || !strings.Contains(string(out), "denied") {
		t.Errorf("another process of the user read: %q, %v", out, err)
	}
}

// Row 36: an upgrade replaces the program. New workers start all the same.
func TestThreat36ReplacedProgram(t *testing.T) {
	rootOnly(t)
	text, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "rt-helper")
	if err := os.WriteFile(program, text, 0o755); err != nil {
		t.Fatal(err)
	}
	a := startApart(t, 0, program)
	if err := os.WriteFile(program+".new", []byte("#!/bin/false\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(program+".new", program); err != nil {
		t.Fatal(err)
	}
	own := screenOf(t, mallory)
	own.runs(t, mallory, "cat")
	mustBe(t, a.as(t, mallory), own.slave, client.Waiting)
	if err := os.Remove(program); err != nil {
		t.Fatal(err)
	}
	other := screenOf(t, bob)
	other.runs(t, bob, "cat")
	mustBe(t, a.as(t, bob), other.slave, client.Waiting)
}

// Row 26: workers end when the service is gone, and a service ends although a
// worker and what was refused are stuck. (What systemd makes of that comes with
// the packaging.)
func TestThreat26WorkersEndWithService(t *testing.T) {
	a := startApart(t, 0, "/proc/self/exe")
	own := screenOf(t, mallory)
	own.runs(t, mallory, "cat")
	mustBe(t, a.as(t, mallory), own.slave, client.Waiting)
	list := a.workers()
	if len(list) != 1 {
		t.Fatalf("%d workers", len(list))
	}
	if err := a.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	await(t, "the worker's end", func() bool { return attack.State(list[0]) == 0 || attack.State(list[0]) == 'Z' })
}

func fileText(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// killed kills a child process and waits until it has been waited for.
func killed(t *testing.T, pid int) {
	t.Helper()
	if err := unix.Kill(pid, unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	await(t, "a killed process's end", func() bool { return attack.State(pid) == 0 })
}
