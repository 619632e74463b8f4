package systemdtest

import (
	"strings"
	"testing"
	"time"
)

func TestKillUnderAClient(t *testing.T) {
	m := installed(t)
	c := m.act("alice", "live")
	old := m.mainPID()
	m.kill("KILL")
	m.until("another process", func() bool { pid := m.mainPID(); return pid != "" && pid != old })
	c.expectOneReconnect()
}

// TestManyCrashes: whoever can crash the service must not get rid of it.
func TestManyCrashes(t *testing.T) {
	t.Parallel()
	m := installed(t)
	for range 12 { // systemd gives up after 5, unless it is told not to
		m.until("an answer", func() bool { _, status := m.as("alice", "rt-helper", "list"); return status == 0 })
		m.kill("KILL")
	}
	m.until("an answer", func() bool { _, status := m.as("bob", "rt-helper", "list"); return status == 0 })
	if got, _ := m.run("systemctl", "is-active", "rt-helper.socket"); got != "active" {
		t.Errorf("the socket is %q", got)
	}
}

// TestWatchdog: a service that does not answer itself is replaced.
func TestWatchdog(t *testing.T) {
	m := installed(t)
	m.dropIn("WatchdogSec=2s")
	m.must("systemctl", "start", "rt-helper.service")
	old := m.mainPID()
	time.Sleep(3 * time.Second) // longer than the watchdog waits
	if got := m.mainPID(); got != old {
		t.Fatalf("a service that works was replaced\n%s", m.journal())
	}
	m.kill("STOP")
	m.until("another process", func() bool { pid := m.mainPID(); return pid != "" && pid != old })
	m.until("an answer", func() bool { _, status := m.as("alice", "rt-helper", "list"); return status == 0 })
	if out, _ := m.run("journalctl", "--no-pager", "-u", "rt-helper.service"); !strings.Contains(out, "Watchdog timeout") {
		t.Errorf("not the watchdog's doing:\n%s", out)
	}
}

// TestBrokenProgram: clients are answered in time, and all is well when the
// program is.
func TestBrokenProgram(t *testing.T) {
	t.Parallel()
	m := installed(t)
	p := m.act("alice", "prompt", "cat")
	m.must("cp", "/usr/libexec/rt-helper", "/rt-helper-good")
	m.must("sh", "-c", "cp /bin/false /usr/libexec/broken && mv /usr/libexec/broken /usr/libexec/rt-helper && systemctl restart --no-block rt-helper.service")
	m.until("a failure", func() bool { return m.property("rt-helper.service", "NRestarts") != "0" })
	out, status := m.as("alice", "/rt-helper-good", "query", "--json", p.ready)
	if status != 3 || !strings.Contains(out, `"no-reply"`) {
		t.Errorf("with a broken service: status %d, %q", status, out)
	}
	m.must("sh", "-c", "cp /rt-helper-good /usr/libexec/good && mv /usr/libexec/good /usr/libexec/rt-helper")
	m.until("an answer", func() bool { _, status := m.as("alice", "rt-helper", "query", p.ready); return status == 0 })
}
