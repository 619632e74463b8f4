package systemdtest

import (
	"os/exec"
	"strings"
	"testing"
)

// repository makes a repository of two packages, one of which needs the other,
// and a command apt-here that knows no other one.
const repository = `set -e
mkdir -p /srv/repo && cd /srv/repo
for p in base top; do
  mkdir -p $p/DEBIAN
  printf 'Package: rt-test-%s\nVersion: 1\nArchitecture: all\nMaintainer: test <test@localhost>\nDescription: test\n' $p >$p/DEBIAN/control
  [ $p = base ] || echo 'Depends: rt-test-base' >>$p/DEBIAN/control
  dpkg-deb -b $p rt-test-$p.deb >/dev/null
  dpkg-deb -f rt-test-$p.deb >>Packages
  printf 'Filename: ./rt-test-%s.deb\nSize: %s\nSHA256: %s\n\n' $p $(stat -c %s rt-test-$p.deb) $(sha256sum rt-test-$p.deb | cut -d' ' -f1) >>Packages
done
echo 'deb [trusted=yes] file:/srv/repo ./' >list
cat >/usr/local/bin/apt-here <<'END'
#!/bin/sh
exec apt -o Dir::Etc::SourceList=/srv/repo/list -o Dir::Etc::SourceParts=- "$@"
END
chmod 755 /usr/local/bin/apt-here
apt-here update
`

// TestAptQuestion: "Do you want to continue? [Y/n]" of a program that the user
// started with sudo, which runs as root, on a terminal of sudo's own or on the
// user's.
func TestAptQuestion(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"apt", "sudo"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed", name)
		}
	}
	m := installed(t)
	m.must("sh", "-c", repository)
	for _, c := range []struct{ name, defaults, answer, installed string }{
		{"pty", "use_pty", "n", ""},
		{"no pty", "!use_pty", "y", "install ok installed"},
	} {
		m.write("/etc/sudoers.d/test", "Defaults "+c.defaults+"\nalice ALL=(ALL) NOPASSWD: ALL\n")
		p := m.act("alice", "prompt", "sudo", "apt-here", "install", "rt-test-top")
		m.until("apt's question", func() bool { return m.reads("apt") })
		ask := func() (string, int) { return m.as("alice", "rt-helper", "query", "--json", p.ready) }
		if out, status := ask(); status != 3 || !strings.Contains(out, `"other-user"`) {
			t.Errorf("%s, policy own: status %d, %s", c.name, status, out)
		}
		m.dropIn("ExecStart=\nExecStart=/usr/libexec/rt-helper serve --policy session")
		m.must("systemctl", "restart", "rt-helper.service")
		m.until(c.name+", policy session", func() bool { out, status := ask(); return status == 0 && strings.Contains(out, `"waiting"`) })
		if out, _ := ask(); strings.Contains(out, `"reader"`) || strings.Contains(out, `"apt"`) {
			t.Errorf("%s, policy session tells more than the state: %s", c.name, out)
		}
		if out, status := m.run("rt-helper", "query", "--json", p.ready); status != 0 || !strings.Contains(out, `"program":"apt"`) {
			t.Errorf("%s, root: status %d, %s", c.name, status, out)
		}
		m.dropIn("")
		m.must("systemctl", "restart", "rt-helper.service")
		p.types(c.answer + "\n")
		m.until("the end of apt", func() bool { _, status := m.run("pgrep", "-x", "apt"); return status != 0 })
		got, _ := m.run("dpkg-query", "-W", "-f", "${Status}", "rt-test-top")
		if got != c.installed && (c.installed != "" || strings.HasSuffix(got, " installed")) {
			t.Errorf("%s: after the answer %s the package is %q", c.name, c.answer, got)
		}
	}
}

// reads reports that root's program of this name sleeps in a read of a terminal.
func (m *machine) reads(name string) bool {
	_, status := m.run("sh", "-c", `for p in $(pgrep -x -u root "$0"); do grep -qE 'wait_woken|n_tty_read' /proc/$p/wchan && exit 0; done; exit 1`, name)
	return status == 0
}
