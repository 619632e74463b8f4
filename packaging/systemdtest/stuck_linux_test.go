package systemdtest

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/internal/attack"
)

// stall sends the service a descriptor which whoever closes it sleeps for, in a
// user's name.
func stall(args []string) {
	dir := filepath.Join("/tmp/attack"+args[1], "files")
	fatal(os.MkdirAll(dir, 0o755))
	fatal(attack.Prepare(dir))
	u, err := user.Lookup(args[0])
	fatal(err)
	uid, err := strconv.Atoi(u.Uid)
	fatal(err)
	a, err := attack.Attack{Dir: dir, UID: uid, Program: "send", Args: []string{"/run/rt-helper/helper.sock", "1"}}.Start()
	fatal(err)
	_, err = a.Await("ready")
	fatal(err)
	fmt.Println("stalled")
	untilTold()
	a.End()
}

// stuckWorkers counts the service's processes in the sleep that no signal ends.
func (m *machine) stuckWorkers() int {
	out, _ := m.run("sh", "-c", `for p in $(pgrep -u rt-helper); do grep -l '^State:.D' /proc/$p/task/*/status; done 2>/dev/null | cut -d/ -f3 | sort -u | wc -l`)
	n, _ := strconv.Atoi(out)
	return n
}

// stallTwice makes two workers for alice sleep for ever.
func (m *machine) stallTwice() {
	m.t.Helper()
	for n := range 2 {
		m.act("root", "stall", "alice", strconv.Itoa(n))
		m.until("a stuck worker", func() bool { return m.stuckWorkers() == n+1 })
	}
}

// TestUnkillableWorkers: two workers that cannot end hold up neither a restart
// nor an upgrade.
func TestUnkillableWorkers(t *testing.T) {
	t.Parallel()
	for name, act := range map[string]func(m *machine){
		"restart": func(m *machine) { m.must("systemctl", "restart", "rt-helper.service") },
		"upgrade": func(m *machine) { m.install(newVersion) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := installed(t)
			c := m.act("bob", "live")
			m.stallTwice()
			old := m.mainPID()
			act(m)
			if m.stuckWorkers() != 2 {
				t.Error("the workers did end: nothing is tested")
			}
			if pid := m.mainPID(); pid == old || pid == "" {
				t.Errorf("process %s is the same", pid)
			}
			c.expectOneReconnect()
		})
	}
}

// TestStuckWorkersAreCounted: the administrator sees them.
func TestStuckWorkersAreCounted(t *testing.T) {
	t.Parallel()
	m := installed(t)
	m.stallTwice()
	m.until("the counter", func() bool {
		out, _ := m.run("rt-helper", "status")
		return strings.Contains(out, "stuck:      2 workers")
	})
}
