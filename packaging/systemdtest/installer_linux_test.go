package systemdtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// unpacked boots a machine with an archive of the programs in /root/archive.
func unpacked(t *testing.T) *machine {
	t.Helper()
	m := boot(t)
	m.must("mkdir", "/root/archive")
	m.must("tar", "-C", "/root/archive", "--strip-components=1", "-xf", fmt.Sprintf("/rt/rt-helper-%s-linux-%s.tar.gz", oldVersion, debArch))
	return m
}

const unpackedProgram = "/root/archive/rt-helper"

func TestInstaller(t *testing.T) {
	t.Parallel()
	m := unpacked(t)
	before := m.files()
	dry := m.must(unpackedProgram, "install", "--dry-run")
	if after := m.files(); !slices.Equal(before, after) {
		t.Error("a dry run changed the machine")
	}
	out := m.must(unpackedProgram, "install")
	for line := range strings.Lines(dry) {
		said, ok := strings.CutPrefix(strings.TrimSpace(line), "would ")
		if !ok || !strings.Contains(out, said) {
			t.Errorf("the dry run says %q, the installation %s", line, out)
		}
	}
	for _, f := range m.files() {
		if !slices.Contains(before, f) && !told(out, f) {
			t.Errorf("written without a word: %s", f)
		}
	}
	if out, status := m.run("rt-helper", "status"); status != 0 || !strings.Contains(out, "by rt-helper install") || !strings.Contains(out, "policy:     own") {
		t.Errorf("status: %d, %s", status, out)
	}
	if out := m.must(unpackedProgram, "install"); !strings.Contains(out, "nothing to do") {
		t.Errorf("the second time: %s", out)
	}
	if out := m.must("systemd-analyze", "verify", "--man=no", "rt-helper.service"); strings.Contains(out, "rt-helper") {
		t.Errorf("systemd-analyze verify: %s", out)
	}
	m.removed(before)
}

// told reports that a path, or what it is made for, was printed.
func told(out, path string) bool {
	return strings.Contains(out, path) || strings.HasPrefix(path, "/run/rt-helper") || strings.Contains(path, "/sockets.target.wants")
}

// removed uninstalls and compares the machine with what it was.
func (m *machine) removed(before []string) {
	m.t.Helper()
	m.must("rt-helper", "uninstall")
	for _, f := range m.files() {
		if !slices.Contains(before, f) {
			m.t.Errorf("left behind: %s", f)
		}
	}
	if _, status := m.run("getent", "passwd", "rt-helper"); status == 0 {
		m.t.Error("left behind: the user")
	}
	if out, status := m.run(unpackedProgram, "uninstall"); status != 0 || !strings.Contains(out, "nothing to do") {
		m.t.Errorf("the second time: %d, %s", status, out)
	}
}

// TestInstallerPolicy changes an installation under a client.
func TestInstallerPolicy(t *testing.T) {
	m := unpacked(t)
	m.must("useradd", "-m", "alice")
	m.must(unpackedProgram, "install")
	c := m.act("alice", "live")
	if out := m.must(unpackedProgram, "install", "--policy", "session"); !strings.Contains(out, "policy:     session") {
		t.Errorf("install --policy session: %s", out)
	}
	c.expectOneReconnect()
	if out, status := m.as("alice", "rt-helper", "selftest", "read", "poll"); status != 0 {
		t.Errorf("selftest: %d, %s", status, out)
	}
}

// TestInstallerRefuses: each time with a remedy, and without a change.
func TestInstallerRefuses(t *testing.T) {
	t.Parallel()
	m := unpacked(t)
	refuses := func(what, remedy string, command ...string) {
		t.Helper()
		before := m.files()
		out, status := m.run(command...)
		if status != 2 || !strings.Contains(out, "nothing was changed") || !strings.Contains(out, remedy) {
			t.Errorf("%s: status %d, %q", what, status, out)
		}
		if !slices.Equal(before, m.files()) {
			t.Errorf("%s: the machine was changed", what)
		}
	}
	m.must("chmod", "711", "/root")
	refuses("a plain user", "use sudo", "runuser", "-u", "nobody", "--", unpackedProgram, "install")
	m.must("chmod", "g+w", "/usr/local")
	refuses("others may write /usr/local", "chmod go-w", unpackedProgram, "install")
	m.must("chmod", "g-w", "/usr/local")
	m.must("chown", "games", "/usr/local/lib")
	refuses("another's /usr/local/lib", "chown it to root", unpackedProgram, "install")
	m.must("chown", "root", "/usr/local/lib")
	m.write("/etc/systemd/system/rt-helper.service", "[Service]\nExecStart=/bin/true\n")
	refuses("somebody's unit", "move it away", unpackedProgram, "install")
	refuses("somebody's unit", "was not written by", unpackedProgram, "uninstall")
	m.must("rm", "/etc/systemd/system/rt-helper.service")
	m.install(oldVersion)
	refuses("the package is there", "the package rt-helper has installed", unpackedProgram, "install")
	refuses("the package is there", "use apt", unpackedProgram, "uninstall")
}
