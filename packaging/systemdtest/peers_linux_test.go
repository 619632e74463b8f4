package systemdtest

import (
	"strings"
	"testing"
)

// TestPeers: a program that waits for input and on a socket pair of its own, as
// event loops do, waits for the terminal alone. The service, which has no
// network and cannot make such sockets, asks by the socket that it is given:
// also after it has died, and after its socket was started anew.
func TestPeers(t *testing.T) {
	t.Parallel()
	m := installed(t)
	p := m.act("alice", "prompt", "rt-helper", "selftest-probe", "epoll-pair")
	exclusive := func(when string, users ...string) {
		t.Helper()
		for _, user := range users {
			m.until("exclusive for "+user+" "+when, func() bool {
				out, status := m.as(user, "rt-helper", "query", "--json", p.ready)
				return status == 0 && strings.Contains(out, `"exclusive":true`)
			})
		}
	}
	exclusive("at first", "alice", "root")
	here, there := m.must("readlink", "/proc/1/ns/net"), m.must("readlink", "/proc/"+m.mainPID()+"/ns/net")
	if here == there {
		t.Errorf("the service is in the network namespace of the machine, %s", here)
	}
	m.kill("KILL")
	exclusive("after a death", "alice", "root")
	m.must("systemctl", "restart", "rt-helper.socket")
	exclusive("after a restart of the socket", "alice")
	if got := m.must("systemctl", "is-active", "rt-helper-peers.socket"); got != "active" {
		t.Errorf("rt-helper-peers.socket is %q", got)
	}
	m.must("systemctl", "stop", "rt-helper.socket")
	if got, _ := m.run("systemctl", "is-active", "rt-helper-peers.socket", "rt-helper.service"); strings.HasPrefix(got, "active") || strings.Contains(got, "\nactive") {
		t.Errorf("after the socket was stopped: %q", got)
	}
}

// TestPeersElsewhere: sockets of another network namespace, as that of a
// container, are not known to be the program's own: they count as sources.
func TestPeersElsewhere(t *testing.T) {
	t.Parallel()
	m := installed(t)
	p := m.act("root", "prompt", "unshare", "--net", "runuser", "-u", "alice", "--", "rt-helper", "selftest-probe", "epoll-pair")
	listening := func() (string, bool) {
		out, status := m.run("rt-helper", "query", "--json", p.ready)
		return out, status == 4 && strings.Contains(out, `"also":["socket"]`)
	}
	m.until("a wait for a socket, too", func() bool { _, ok := listening(); return ok })
	m.must("systemctl", "kill", "--kill-whom=main", "-s", "KILL", "rt-helper.service")
	m.until("the same of another service", func() bool { _, ok := listening(); return ok })
}

// TestWithoutPeers: where that socket cannot be made, all is as it was but that
// socket pairs count.
func TestWithoutPeers(t *testing.T) {
	t.Parallel()
	m := installed(t)
	m.must("systemctl", "mask", "rt-helper-peers.socket")
	pair := m.act("alice", "prompt", "rt-helper", "selftest-probe", "epoll-pair")
	plain := m.act("alice", "prompt", "cat")
	for path, want := range map[string]int{pair.ready: 4, plain.ready: 0} {
		m.until("an answer", func() bool { _, status := m.as("alice", "rt-helper", "query", path); return status == want })
	}
}
