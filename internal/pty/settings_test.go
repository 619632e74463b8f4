package pty

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func TestSize(t *testing.T) {
	p := open(t)
	for _, want := range []Size{{24, 80}, {1, 65535}, {0, 0}, {50, 132}} {
		if err := p.SetSize(want); err != nil {
			t.Fatal(err)
		}
		if got, err := p.Size(); err != nil || got != want {
			t.Errorf("size %v, %v; want %v", got, err, want)
		}
	}
	start(t, p, exec.Command("stty", "size"))
	if out := readEnd(t, p); out != "50 132\r\n" {
		t.Errorf("the command saw %q", out)
	}
}

// TestSizeOfALateSlave covers kernels that take no size before the slave is open.
func TestSizeOfALateSlave(t *testing.T) {
	p := open(t)
	p.size = &Size{Rows: 11, Cols: 22} // as SetSize leaves it there
	start(t, p, exec.Command("stty", "size"))
	if out := readEnd(t, p); out != "11 22\r\n" {
		t.Errorf("the command saw %q", out)
	}
}

func TestModes(t *testing.T) {
	p := open(t)
	start(t, p, shell("echo ready; sleep 60"))
	readUntil(t, p, "ready")
	first, err := p.Modes()
	if err != nil || !first.Echo || !first.Canonical {
		t.Fatalf("a new terminal has %+v, %v", first, err)
	}
	for _, want := range []Modes{
		{}, {Echo: true}, {Canonical: true}, {UTF8: true}, {Echo: true, Canonical: true, UTF8: true}, first,
	} {
		if err := p.SetModes(want); err != nil {
			t.Fatal(err)
		}
		if got, err := p.Modes(); err != nil || got != want {
			t.Errorf("modes %+v, %v; want %+v", got, err, want)
		}
	}
}

func TestModesSeeTheJobsSettings(t *testing.T) {
	p := open(t)
	start(t, p, shell("stty -echo; echo one; read x; stty -icanon; echo two; sleep 60"))
	readUntil(t, p, "one")
	if m, err := p.Modes(); err != nil || m.Echo || !m.Canonical {
		t.Errorf("after stty -echo: %+v, %v", m, err)
	}
	if _, err := p.Master().WriteString("\n"); err != nil {
		t.Fatal(err)
	}
	readUntil(t, p, "two")
	if m, err := p.Modes(); err != nil || m.Echo || m.Canonical {
		t.Errorf("after stty -icanon: %+v, %v", m, err)
	}
}

func TestApplyLeavesOtherFlags(t *testing.T) {
	before := unix.Termios{Lflag: unix.ISIG | unix.ECHO | unix.ECHOE, Iflag: unix.ICRNL | unix.IUTF8}
	Modes{Canonical: true}.apply(&before)
	if before.Lflag != unix.ISIG|unix.ECHOE|unix.ICANON || before.Iflag != unix.ICRNL {
		t.Errorf("lflag %#x, iflag %#x", before.Lflag, before.Iflag)
	}
}

func TestForegroundGroup(t *testing.T) {
	p := open(t)
	if group, err := p.ForegroundGroup(); err != nil || group != 0 {
		t.Errorf("no session yet: group %d, %v", group, err)
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	cmd := exec.Command("bash", "-m", "-c", `sh -c 'echo "job $$."; read x'; echo "shell $$."; read x`)
	start(t, p, cmd)
	for _, who := range []string{"job ", "shell "} {
		want := numberAfter(t, readUntil(t, p, "."), who)
		group, err := p.ForegroundGroup()
		if err != nil || group != want {
			t.Errorf("%s: group %d, %v; want %d", who, group, err, want)
		}
		if _, err := p.Master().WriteString("\n"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestChownAndRunAs(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("root required: chown of a terminal, setuid")
	}
	const uid, gid = 65534, 65533
	p := open(t)
	if err := p.Chown(uid, -1); err != nil {
		t.Fatal(err)
	}
	cmd := shell(`id -u; id -g; id -G; : >"$1" && echo opened; ls -ln "$1"`, p.Path())
	cmd.Dir = filepath.Dir(cmd.Path)
	RunAs(cmd, uid, gid)
	start(t, p, cmd)
	out := strings.ReplaceAll(readEnd(t, p), "\r", "")
	if !strings.HasPrefix(out, "65534\n65533\n65533\nopened\n") || !strings.Contains(out, " 65534 ") {
		t.Errorf("the command saw %q", out)
	}
}

func TestRunAsOneselfNeedsNothing(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("a plain user required: root always sets the credentials")
	}
	p := open(t)
	cmd := shell("id -u")
	RunAs(cmd, os.Geteuid(), os.Getegid())
	start(t, p, cmd)
	if out := readEnd(t, p); out != strconv.Itoa(os.Geteuid())+"\r\n" {
		t.Errorf("got %q", out)
	}
}
