package systemdtest

import (
	"strings"
	"testing"
)

// TestPrompts: each of two users is told of his own prompts, and nothing of the
// other's.
func TestPrompts(t *testing.T) {
	t.Parallel()
	m := installed(t)
	m.write("/etc/sudoers.d/test", "alice,bob ALL=(ALL) ALL\n")
	other := map[string]string{"alice": "bob", "bob": "alice"}
	for user := range other {
		for name, command := range map[string][]string{
			"su":     {"su", other[user], "-c", "true"},
			"sudo":   {"sudo", "true"},
			"passwd": {"passwd"},
		} {
			p := m.act(user, "prompt", command...)
			m.until(user+" at the prompt of "+name, func() bool {
				out, status := m.as(user, "rt-helper", "query", "--json", p.ready)
				return status == 0 && strings.Contains(out, `"secret":"yes"`) && strings.Contains(out, `"program":"`+name+`"`)
			})
			if out, status := m.as(other[user], "rt-helper", "query", p.ready); status != 2 || !strings.Contains(out, "not your terminal") {
				t.Errorf("%s about %s's terminal: status %d, %q", other[user], user, status, out)
			}
		}
	}
}

// TestPolicies: root's program on a user's terminal.
func TestPolicies(t *testing.T) {
	t.Parallel()
	m := installed(t)
	m.write("/etc/sudoers.d/test", "alice ALL=(ALL) NOPASSWD: ALL\n")
	p := m.act("alice", "prompt", "sudo", "cat")
	m.until("cat under sudo", func() bool { _, status := m.run("pgrep", "-x", "-u", "root", "cat"); return status == 0 })
	ask := func() (string, int) { return m.as("alice", "rt-helper", "query", "--json", p.ready) }
	if out, status := ask(); status != 3 || !strings.Contains(out, `"other-user"`) {
		t.Errorf("policy own: status %d, %s", status, out)
	}
	m.dropIn("ExecStart=\nExecStart=/usr/libexec/rt-helper serve --policy session")
	m.must("systemctl", "restart", "rt-helper.service")
	m.until("policy session", func() bool { _, status := ask(); return status == 0 || status == 4 })
	if out, _ := ask(); strings.Contains(out, `"reader"`) || strings.Contains(out, `"wait"`) {
		t.Errorf("policy session tells more than the state: %s", out)
	}
	if out, _ := m.run("rt-helper", "status"); !strings.Contains(out, "policy:     session") {
		t.Errorf("status: %s", out)
	}
}

// TestSelftest runs the known waits through the confined service, as root and
// as a plain user.
func TestSelftest(t *testing.T) {
	t.Parallel()
	m := installed(t)
	t.Run("users", func(t *testing.T) { // which returns when both have ended
		for _, user := range []string{"root", "alice"} {
			t.Run(user, func(t *testing.T) {
				t.Parallel()
				m := &machine{t, m.leader}
				out, status := m.as(user, "rt-helper", "selftest")
				if status != 0 || !strings.Contains(out, " 0 failed") {
					t.Errorf("selftest of %s: status %d\n%s", user, status, out)
				}
			})
		}
	})
	m.until("counters", func() bool {
		out, _ := m.run("cat", "/run/rt-helper/metrics/metrics.prom")
		return strings.Contains(out, `rt_helper_queries_total{state="waiting"}`)
	})
	if out, status := m.as("alice", "rt-helper", "status"); status != 0 || !strings.Contains(out, "stuck:      0") {
		t.Errorf("status: %d, %s", status, out)
	}
}
