package procfs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/internal/pty"
	"golang.org/x/sys/unix"
)

// screen is a pty of the test, as a terminal to ask about.
type screen struct {
	*pty.Pty
	term *Terminal
}

func newScreen(t *testing.T) *screen {
	t.Helper()
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	term, err := FromDescriptor(number(t, p.Master()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(term.Close)
	return &screen{p, term}
}

// number is a file's descriptor; unlike Fd it leaves the file as it is.
func number(t *testing.T, f *os.File) (fd int) {
	t.Helper()
	raw, err := f.SyscallConn()
	if err == nil {
		err = raw.Control(func(n uintptr) { fd = int(n) })
	}
	if err != nil {
		t.Fatal(err)
	}
	return fd
}

// opened opens something with O_PATH or other flags, until the test ends.
func opened(t *testing.T, path string, flags int) int {
	t.Helper()
	fd, err := unix.Open(path, flags|unix.O_CLOEXEC|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		t.Fatalf("open of %s: %v", path, err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	return fd
}

// bySlave is the same terminal without its master.
func (s *screen) bySlave(t *testing.T) *Terminal {
	t.Helper()
	term, err := FromDescriptor(opened(t, s.Path(), unix.O_PATH))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(term.Close)
	return term
}

// start starts a command on the screen and holds it.
func (s *screen) start(t *testing.T, cmd *exec.Cmd) *Process {
	t.Helper()
	if err := s.Start(cmd); err != nil {
		t.Fatal(err)
	}
	end(t, cmd)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("on its screen: %q", s.shown())
		}
	})
	return hold(t, cmd.Process.Pid)
}

// end ends a started command with the test.
func end(t *testing.T, cmd *exec.Cmd) {
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // a second Wait fails: harmless
	})
}

func hold(t *testing.T, pid int) *Process {
	t.Helper()
	p, err := Hold(pid)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func (s *screen) shown() string {
	buf := make([]byte, 4096)
	_ = s.Master().SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	n, _ := s.Master().Read(buf)
	return string(buf[:n])
}

func (s *screen) typeIn(t *testing.T, text string) {
	t.Helper()
	if _, err := s.Master().WriteString(text); err != nil {
		t.Fatal(err)
	}
}

// proven waits until the process is proven to wait for the terminal.
func proven(t *testing.T, p *Process, term *Terminal) *Report {
	t.Helper()
	return reported(t, p, term, Proven)
}

// reported waits until a look at the process has this verdict.
func reported(t *testing.T, p *Process, term *Terminal, want Verdict) *Report {
	t.Helper()
	var r Report
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		r = p.Look(term.ID)
		if r.Best >= 0 && r.Findings[r.Best].Verdict == want {
			t.Cleanup(r.Close)
			return &r
		}
		r.Close()
		if time.Now().After(end) {
			t.Fatalf("no verdict %d in time; the last: %+v", want, r)
		}
	}
}

// waits waits until a thread of the process sleeps in one of the calls, by
// whatever it waits for.
func waits(t *testing.T, p *Process, names ...string) {
	t.Helper()
	await(t, "process "+strconv.Itoa(p.PID)+" in "+strings.Join(names, " or "), func() bool {
		tids, _, _ := p.Threads()
		for _, tid := range tids {
			if sleepsIn(p.PID, tid, names) {
				return true
			}
		}
		return false
	})
}

func sleepsIn(pid, tid int, names []string) bool {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/task/" + strconv.Itoa(tid) + "/syscall")
	if err != nil {
		return false
	}
	s, err := ParseSyscall(b)
	if err != nil {
		return false
	}
	native, _ := Native()
	w, ok := Decode(native, s)
	for _, name := range names {
		if ok && w.Name == name {
			return true
		}
	}
	return false
}

func itoa(n int) string { return strconv.Itoa(n) }

// odd is a sleep whose program name is what the test wants.
func odd(t *testing.T, name string) *exec.Cmd {
	t.Helper()
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), name)
	if err := os.Symlink(sleep, link); err != nil {
		t.Fatal(err)
	}
	return exec.Command(link, "3600")
}
