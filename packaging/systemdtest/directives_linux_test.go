package systemdtest

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/packaging"
)

// exposure is what systemd-analyze security may say of the unit at most.
const exposure = 1.2

// TestInstalled looks at one machine with the package, from several sides.
func TestInstalled(t *testing.T) {
	m := installed(t)
	for _, c := range []struct {
		name   string
		checks func(*testing.T, *machine)
	}{
		{"install", checksInstall}, // first: the service has not been used
		{"flags", checksFlags},
		{"exposure", checksExposure},
		{"units", checksUnitsAreThePackages},
		{"confined", checksConfined},
		{"rights", checksRights},
	} {
		t.Run(c.name, func(t *testing.T) { c.checks(t, &machine{t, m.leader}) })
	}
}

func checksExposure(t *testing.T, m *machine) {
	out := m.must("systemd-analyze", "security", "--no-pager", "rt-helper.service")
	found := regexp.MustCompile(`exposure level for rt-helper.service: ([0-9.]+)`).FindStringSubmatch(out)
	if found == nil {
		t.Fatalf("no level in %q", out)
	}
	if level, err := strconv.ParseFloat(found[1], 64); err != nil || level > exposure {
		t.Errorf("exposure level %s, want at most %v\n%s", found[1], exposure, out)
	}
	if out := m.must("systemd-analyze", "verify", "rt-helper.service", "rt-helper.socket", "rt-helper-peers.socket"); strings.Contains(out, "rt-helper") {
		t.Errorf("systemd-analyze verify: %s", out)
	}
}

// checksConfined runs a program of the test's under the very directives of the
// service.
func checksConfined(t *testing.T, m *machine) {
	unit := packaging.ServiceUnit()
	for _, r := range [][2]string{
		{"ExecStart=/usr/libexec/rt-helper serve", "ExecStart=/usr/libexec/rt-helper-actor\nStandardOutput=file:/run/confined.json\nEnvironment=" + roleVariable + "=confined"},
		{"ExecPaths=/usr/libexec/rt-helper", "ExecPaths=/usr/libexec/rt-helper-actor"},
		{"Type=notify", "Type=oneshot"},
		{"Restart=on-failure", "Restart=no"},
		{"WatchdogSec=15s\n", ""},
		{"Requires=rt-helper.socket\nWants=rt-helper-peers.socket\n", ""},
	} {
		if !strings.Contains(unit, r[0]) {
			t.Fatalf("the unit has no %q", r[0])
		}
		unit = strings.Replace(unit, r[0], r[1], 1)
	}
	m.must("install", "-m", "755", "/rt/actor", "/usr/libexec/rt-helper-actor")
	m.write("/home/alice/secret", "x")
	m.write("/root/secret", "x")
	m.write("/run/systemd/system/confined.service", unit)
	m.must("systemctl", "daemon-reload")
	m.must("systemctl", "start", "confined.service")
	var result map[string]string
	if err := json.Unmarshal([]byte(m.must("cat", "/run/confined.json")), &result); err != nil {
		t.Fatal(err)
	}
	for _, a := range attempts {
		if got, ok := result[a.name]; !ok || (got == "allowed") != a.allowed {
			t.Errorf("%s: %q, want allowed: %v", a.name, got, a.allowed)
		}
	}
}

// checksRights looks at the processes of the running service.
func checksRights(t *testing.T, m *machine) {
	c := m.act("alice", "live")
	pids := strings.Fields(m.must("pgrep", "-u", "rt-helper"))
	if len(pids) < 2 {
		t.Fatalf("processes of the service: %q, want a supervisor and a worker", pids)
	}
	for _, pid := range pids {
		status := m.must("cat", "/proc/"+pid+"/status")
		for _, want := range []string{"CapEff:\t0000000000080004", "CapPrm:\t0000000000080004", "CapBnd:\t0000000000080004", "NoNewPrivs:\t1", "Seccomp:\t2"} {
			if !strings.Contains(status, want+"\n") {
				t.Errorf("process %s: no line %q", pid, want)
			}
		}
	}
	var h history
	c.end(&h)
	if h.Answers == 0 || len(h.Wrong) > 0 {
		t.Errorf("the client saw %+v", h)
	}
}

// checksUnitsAreThePackages makes sure that both ways to install write one text.
func checksUnitsAreThePackages(t *testing.T, m *machine) {
	for file, text := range map[string]string{
		"rt-helper.service": packaging.ServiceUnit(), "rt-helper.socket": packaging.SocketUnit(), "rt-helper-peers.socket": packaging.PeersUnit(),
	} {
		if got := m.must("cat", "/usr/lib/systemd/system/"+file); got != strings.TrimSpace(text) {
			t.Errorf("the package's %s is not the embedded text", file)
		}
	}
}
