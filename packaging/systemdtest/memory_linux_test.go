package systemdtest

import (
	"strings"
	"testing"
)

// TestMemoryAttack: a set of a million entries costs whoever looks at it all the
// memory that the service may have. The workers that look at it die, and no
// others: their users keep their connections and are told nothing wrong.
func TestMemoryAttack(t *testing.T) {
	m := installed(t)
	m.dropIn("MemoryMax=64M")
	others := map[string]*actor{}
	for _, user := range []string{"bob", "root", "nobody"} {
		others[user] = m.act(user, "live")
	}
	supervisor := m.mainPID()
	p := m.attack()
	for range 4 {
		out, status := m.as("alice", "rt-helper", "query", "--json", p.ready)
		if status != 3 {
			t.Errorf("about the attack: status %d, %q", status, out)
		}
	}
	if got := m.mainPID(); got != supervisor {
		t.Errorf("the service was replaced\n%s", m.journal())
	}
	for user, c := range others {
		var h history
		c.end(&h)
		t.Logf("%s saw %+v", user, h)
		if len(h.Wrong) > 0 || h.Dials != 1 || h.Answers == 0 {
			t.Errorf("%s saw %+v, want right answers only, on one connection\n%s", user, h, m.journal())
		}
	}
	if !strings.Contains(m.journal(), "a worker was killed") {
		t.Errorf("no worker was killed: the attack did not do what it should\n%s", m.journal())
	}
}

// attack starts the bomb as alice and waits until it is complete.
func (m *machine) attack() *actor {
	m.t.Helper()
	p := m.act("alice", "prompt", "env", "NEXT_ROLE=", roleVariable+"=bomb", "/rt/actor")
	m.until("the bomb", func() bool {
		out, _ := m.run("sh", "-c", `for p in $(pgrep -u alice -x actor); do grep -zq `+roleVariable+`=bomb-wait /proc/$p/environ && cat /proc/$p/wchan && echo; done`)
		return strings.Contains(out, "ep_poll") || strings.Contains(out, "do_epoll_wait")
	})
	return p
}
