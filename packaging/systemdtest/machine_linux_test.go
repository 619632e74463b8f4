package systemdtest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// machine is a booted systemd. /rt is the shared directory, with the packages
// and the actor.
type machine struct {
	t      *testing.T
	leader string // process ID of its process 1
}

// boot starts a machine that is powered off when the test ends.
func boot(t *testing.T) *machine {
	t.Helper()
	dir := shared(t)
	cmd := exec.Command("./boot", dir)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var console bytes.Buffer
	cmd.Stderr = &console
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait()
	})
	line, _ := bufio.NewReader(out).ReadString('\n')
	leader, ok := strings.CutPrefix(strings.TrimSpace(line), "ready ")
	if !ok {
		t.Fatalf("boot: %q\n%s", line, console.String())
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	m := &machine{t, leader}
	// What lies in the machine below, and what makes each dpkg index all pages.
	m.must("rm", "-rf", "/usr/local/bin/rt-helper", "/usr/local/lib/rt-helper", "/var/lib/man-db/auto-update")
	return m
}

// command is a command of root's in the machine.
func (m *machine) command(args ...string) *exec.Cmd {
	nsenter := []string{"-t", m.leader, "-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w", "--"}
	cmd := exec.Command("nsenter", append(nsenter, args...)...)
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C", "TERM=dumb", "DEBIAN_FRONTEND=noninteractive"}
	return cmd
}

// run returns what a command printed, and its exit status.
func (m *machine) run(args ...string) (string, int) {
	m.t.Helper()
	out, err := m.command(args...).CombinedOutput()
	if _, ended := err.(*exec.ExitError); err != nil && !ended {
		m.t.Fatalf("%q: %v", args, err)
	}
	status := 0
	if err != nil {
		status = err.(*exec.ExitError).ExitCode()
	}
	return strings.TrimSpace(string(out)), status
}

// must is run for commands that have to succeed.
func (m *machine) must(args ...string) string {
	m.t.Helper()
	out, status := m.run(args...)
	if status != 0 {
		m.t.Fatalf("%q: status %d\n%s\n%s", args, status, out, m.journal())
	}
	return out
}

// as is run for a command of a user's.
func (m *machine) as(user string, args ...string) (string, int) {
	m.t.Helper()
	return m.run(append([]string{"runuser", "-u", user, "--"}, args...)...)
}

func (m *machine) journal() string {
	out, _ := m.run("journalctl", "--no-pager", "-o", "cat", "-n", "40", "-u", "rt-helper.service", "-u", "rt-helper.socket")
	return out
}

// property returns a property of a unit.
func (m *machine) property(unit, name string) string {
	m.t.Helper()
	return m.must("systemctl", "show", "-P", name, unit)
}

// write makes a file in the machine.
func (m *machine) write(path, text string) {
	m.t.Helper()
	cmd := m.command("sh", "-c", `mkdir -p "$(dirname "$1")" && cat >"$1"`, "sh", path)
	cmd.Stdin = strings.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil {
		m.t.Fatalf("write %s: %v\n%s", path, err, out)
	}
}

// dropIn changes directives of the service, for the next start.
func (m *machine) dropIn(text string) {
	m.t.Helper()
	m.write("/etc/systemd/system/rt-helper.service.d/test.conf", "[Service]\n"+text+"\n")
	m.must("systemctl", "daemon-reload")
}

// until waits for a condition.
func (m *machine) until(what string, ok func() bool) {
	m.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if ok() {
			return
		}
	}
	m.t.Fatalf("%s: not within %v\n%s", what, patience, m.journal())
}

// patience is for a loaded machine; nothing is expected to take so long.
const patience = 30 * time.Second

// install installs a version of the package.
func (m *machine) install(version string) {
	m.t.Helper()
	m.must("dpkg", "-i", fmt.Sprintf("/rt/rt-helper_%s-1_%s.deb", version, debArch))
}

// installed boots a machine with the package and the users alice and bob.
func installed(t *testing.T) *machine {
	t.Helper()
	m := boot(t)
	m.install(oldVersion)
	m.must("sh", "-c", "useradd -m alice && useradd -m bob && printf 'alice:secret\nbob:secret\n' | chpasswd")
	return m
}

// mainPID is the service's supervisor, "" while there is none.
func (m *machine) mainPID() string {
	if pid := m.property("rt-helper.service", "MainPID"); pid != "0" {
		return pid
	}
	return ""
}

// kill sends a signal to the supervisor.
func (m *machine) kill(signal string) {
	m.t.Helper()
	pid := m.mainPID()
	if pid == "" {
		m.t.Fatalf("the service is not running\n%s", m.journal())
	}
	m.must("kill", "-"+signal, pid)
}
