package lines

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// tmux is a terminal emulator of its own, with a socket of its own.
type tmux struct {
	t      *testing.T
	socket string
	dir    string
}

func startTmux(t *testing.T) *tmux {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed")
	}
	dir := t.TempDir()
	m := &tmux{t, filepath.Join(dir, "s"), dir}
	m.run("new-session", "-d", "-x", "40", "-y", "12", "exec sleep 1000")
	t.Cleanup(func() { m.run("kill-server") })
	return m
}

func (m *tmux) run(args ...string) string {
	m.t.Helper()
	cmd := exec.Command("tmux", append([]string{"-f", "/dev/null", "-S", m.socket}, args...)...)
	cmd.Env = append(os.Environ(), "TMUX=", "TERM=xterm-256color", "LC_ALL=C.UTF-8")
	out, err := cmd.CombinedOutput()
	if err != nil {
		m.t.Skipf("tmux %s: %v: %s", args[0], err, out)
	}
	return string(out)
}

// show prints on a fresh screen and returns it, without what margins hold.
func (m *tmux) show(printed string) string {
	m.t.Helper()
	file, done := filepath.Join(m.dir, "printed"), filepath.Join(m.dir, "done")
	_ = os.Remove(done)
	if err := os.WriteFile(file, []byte(printed), 0o600); err != nil {
		m.t.Fatal(err)
	}
	// Without output processing, so that bytes come through as they are.
	m.run("respawn-pane", "-k", fmt.Sprintf("stty raw -echo; cat %s; : >%s; exec sleep 1000", file, done))
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		if _, err := os.Stat(done); err == nil {
			break
		}
		if time.Now().After(end) {
			m.t.Fatal("tmux printed nothing")
		}
	}
	shown := ""
	for range 3 { // what was printed may yet be on its way
		shown = m.run("capture-pane", "-p")
		time.Sleep(5 * time.Millisecond)
	}
	return bare(shown)
}

// bare leaves out blanks at the ends of lines, and empty lines at the end.
func bare(s string) string {
	rows := strings.Split(s, "\n")
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return strings.TrimRight(strings.Join(rows, "\n"), "\n")
}

// TestAgainstTmux: random printing within what a Page promises comes out as a
// grown-up emulator shows it.
func TestAgainstTmux(t *testing.T) {
	m := startTmux(t)
	random := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		printed := "\x1b[H\x1b[2J" + randomPrinting(random)
		p := NewPage(12, 40, nil)
		_, _ = p.Write([]byte(printed))
		var rows []string
		for _, l := range p.lines {
			rows = append(rows, string(l))
		}
		if got, want := bare(strings.Join(rows, "\n")), m.show(printed); got != want {
			t.Errorf("%q:\n%s\n-- tmux:\n%s", printed, got, want)
		}
	}
}

// randomPrinting stays clear of the right edge, where a Page does not break
// lines, and of rows inserted and deleted outside the scrolling region, which
// tmux does and other terminals do not.
func randomPrinting(r *rand.Rand) string {
	var b strings.Builder
	n := func(most int) int { return 1 + r.IntN(most) }
	rows, region := "LMST", r.IntN(2) == 0
	if region {
		rows = "ST"
		b.WriteString("\x1b[2;8r")
	}
	for range 60 {
		switch r.IntN(12) {
		case 0, 1, 2:
			fmt.Fprintf(&b, "%.*s", n(8), "abcdefgh")
		case 3:
			b.WriteString("\r\n")
		case 4:
			b.WriteString("\r")
		case 5:
			b.WriteString(strings.Repeat("\b", n(4)))
		case 6:
			fmt.Fprintf(&b, "\x1b[%d;%dH", n(12), n(15))
		case 7:
			fmt.Fprintf(&b, "\x1b[%d%c", n(5), "ABDEF"[r.IntN(5)])
		case 8:
			fmt.Fprintf(&b, "\x1b[%d%c", r.IntN(3), "JK"[r.IntN(2)])
		case 9:
			fmt.Fprintf(&b, "\x1b[%d%c", n(3), "PX"[r.IntN(2)])
		case 10:
			fmt.Fprintf(&b, "\x1b[%d%c", n(3), rows[r.IntN(len(rows))])
		case 11:
			b.WriteString([]string{"\x1bM", "\x1bD", "\x1b7", "\x1b8", "\x1b[3@", "\x1b[G", "\x1b[s", "\x1b[u"}[r.IntN(8)])
		}
		if b.Len()%7 == 0 {
			b.WriteString("\r")
		}
	}
	if region {
		b.WriteString("\x1b[r")
	}
	return b.String()
}
