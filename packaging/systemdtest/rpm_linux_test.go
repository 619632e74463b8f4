package systemdtest

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// rpmArch is the machine's name in file names of .rpm packages.
var rpmArch = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[debArch]

func rpmFile(version string) string {
	return fmt.Sprintf("/rt/rt-helper-%s-1.%s.rpm", version, rpmArch)
}

// TestRpm installs, upgrades under a client and removes the other package, on a
// system whose packages are of another kind: dependencies are not looked at.
func TestRpm(t *testing.T) {
	if _, err := exec.LookPath("rpm"); err != nil {
		t.Skip("rpm is not installed")
	}
	m := boot(t)
	m.must("useradd", "-m", "alice")
	m.must("rpm", "-i", "--nodeps", rpmFile(oldVersion))
	m.must("systemctl", "enable", "--now", "rt-helper.socket")
	c := m.act("alice", "live")
	old := m.mainPID()
	m.must("rpm", "-U", "--nodeps", rpmFile(newVersion))
	m.until("another process", func() bool { pid := m.mainPID(); return pid != "" && pid != old })
	c.expectOneReconnect()
	m.must("rpm", "-e", "rt-helper")
	for _, unit := range []string{"rt-helper.socket", "rt-helper.service"} {
		if got, _ := m.run("systemctl", "is-active", unit); got != "inactive" {
			t.Errorf("after the removal %s is %q", unit, got)
		}
	}
	if out, status := m.run("sh", "-c", "ls -d /usr/libexec/rt-helper* /etc/systemd/system/*/rt-helper* /run/rt-helper 2>/dev/null"); status == 0 || strings.TrimSpace(out) != "" {
		t.Errorf("left behind: %s", out)
	}
}
