package systemdtest

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func checksInstall(t *testing.T, m *machine) {
	for _, w := range [][2]string{
		{"is-enabled rt-helper.socket", "enabled"},
		{"is-active rt-helper.socket", "active"},
		{"is-active rt-helper.service", "inactive"},
	} {
		if got, _ := m.run(append([]string{"systemctl"}, strings.Fields(w[0])...)...); got != w[1] {
			t.Errorf("systemctl %s: %q, want %q", w[0], got, w[1])
		}
	}
	if out, status := m.as("alice", "rt-helper", "list", "--json"); status != 0 || out != "[]" {
		t.Errorf("the first client: status %d, %q", status, out)
	}
	if got := m.property("rt-helper.service", "ActiveState"); got != "active" {
		t.Errorf("after the first client the service is %q", got)
	}
	if out, status := m.as("alice", "rt-helper", "version"); status != 0 || !strings.Contains(out, oldVersion) {
		t.Errorf("version: status %d, %q", status, out)
	}
	m.must("man", "-w", "rt-helper.8", "rt-helper.7", "rt.1")
}

// checksFlags: what the service does not know it refuses.
func checksFlags(t *testing.T, m *machine) {
	for _, flags := range []string{"--polcy own", "--policy everybody", "session"} {
		if out, status := m.run(append([]string{"/usr/libexec/rt-helper", "serve"}, strings.Fields(flags)...)...); status != 2 {
			t.Errorf("serve %s: status %d, %q", flags, status, out)
		}
	}
}

func TestUpgradeUnderAClient(t *testing.T) {
	m := installed(t)
	c := m.act("alice", "live")
	old := m.mainPID()
	m.install(newVersion)
	m.until("another process", func() bool { pid := m.mainPID(); return pid != "" && pid != old })
	c.expectOneReconnect()
	if out, _ := m.run("rt-helper", "status"); !strings.Contains(out, "version:    "+newVersion) {
		t.Errorf("status after the upgrade: %s", out)
	}
}

// longestGap is what a client may notice of a restart.
const longestGap = 2 * time.Second

// expectOneReconnect ends a live client, which had one interruption at most.
func (a *actor) expectOneReconnect() {
	a.m.t.Helper()
	var h history
	a.end(&h)
	a.m.t.Logf("a live client saw %+v", h)
	if h.Dials != 2 || len(h.Wrong) > 0 || h.Answers == 0 || h.LongestGap > longestGap {
		a.m.t.Errorf("a live client saw %+v, want two connections, right answers only, and no gap above %v", h, longestGap)
	}
}

func TestDisableSurvivesUpgrade(t *testing.T) {
	t.Parallel()
	m := installed(t)
	m.must("systemctl", "disable", "--now", "rt-helper.socket")
	m.install(newVersion)
	if got, _ := m.run("systemctl", "is-enabled", "rt-helper.socket"); got != "disabled" {
		t.Errorf("after an upgrade the socket is %q", got)
	}
	if got, _ := m.run("systemctl", "is-active", "rt-helper.socket"); got != "inactive" {
		t.Errorf("after an upgrade the socket is %q", got)
	}
}

// TestPurge compares the machine before and after.
func TestPurge(t *testing.T) {
	t.Parallel()
	m := boot(t)
	before := m.files()
	m.install(oldVersion)
	m.must("rt-helper", "list")
	m.must("dpkg", "--remove", "rt-helper")
	if got, _ := m.run("systemctl", "is-active", "rt-helper.socket", "rt-helper.service"); strings.Contains(got, "\nactive") || strings.HasPrefix(got, "active") {
		t.Errorf("after a removal: %q", got)
	}
	m.must("dpkg", "--purge", "rt-helper")
	for _, f := range m.files() {
		if !slices.Contains(before, f) {
			t.Errorf("left behind: %s", f)
		}
	}
	if out, status := m.run("getent", "passwd", "rt-helper"); status == 0 {
		t.Errorf("left behind: the user %s", out)
	}
	if got, _ := m.run("systemctl", "is-enabled", "rt-helper.socket"); strings.Contains(got, "masked") {
		t.Errorf("left behind: a mask")
	}
}

// files lists what the machine has and the one below it has not, but for what
// every installation leaves in the package manager's own records and logs.
func (m *machine) files() []string {
	out := m.must("sh", "-c", `cd /run/changed && find . ! -type c -printf '/%P\n'; find /run -xdev \( -path /run/changed -o -path /run/systemd -o -path /run/log -o -path /run/udev \) -prune -o -print; ls -d /run/systemd/system/* 2>/dev/null || true`)
	return slices.DeleteFunc(strings.Split(out, "\n"), func(f string) bool {
		if _, err := os.Lstat(f); err == nil && !strings.HasPrefix(f, "/run/") {
			return true
		}
		return records.MatchString(f)
	})
}

// records are files that package managers and systemd keep for themselves, and
// backups of the files of users.
var records = regexp.MustCompile(`^/(var/(lib/(dpkg|rpm|systemd/catalog)|log|cache)/|etc/(passwd|group|shadow|gshadow|subuid|subgid|\.pwd\.lock)-?$|root/archive|var/tmp/systemd-private-|rt$|run/changed$)`)
