package attack

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/pty"
)

const (
	mallory = 60001
	// naiveCommand makes the test binary a process that takes no care.
	naiveCommand = "naive"
)

func TestMain(m *testing.M) {
	Main()
	if len(os.Args) > 3 && os.Args[1] == naiveCommand {
		if err := beNaive(os.Args[2], os.Args[3]); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// stall is an attack, and the act that it makes hang.
type stall struct {
	program string
	call    int // in which the attacker sleeps
	act     string
	host    bool
}

var stalls = []stall{
	{"poll", unix.SYS_POLL, "memory", false},
	{"epoll", unix.SYS_EPOLL_PWAIT, "epoll", false},
	{"settings", unix.SYS_READ, "settings", false},
	{"found", unix.SYS_PPOLL, "attributes", true},
	{"found", unix.SYS_PPOLL, "close", false},
	{"poll", unix.SYS_POLL, "memory", true},
	{"epoll", unix.SYS_EPOLL_PWAIT, "epoll", true},
}

// TestStalls: each attack puts a process that takes no care to sleep, beyond
// the reach of signals, until the file system's process ends.
func TestStalls(t *testing.T) {
	for _, s := range stalls {
		t.Run(fmt.Sprintf("%s, %s, host %v", s.program, s.act, s.host), func(t *testing.T) {
			a := started(t, s)
			hangs(t, exec.Command("/proc/self/exe", naiveCommand, s.act, strconv.Itoa(a.PID)), a)
		})
	}
}

// started starts an attack on a terminal of its own and waits for its stall.
func started(t *testing.T, s stall) *Running {
	t.Helper()
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	if err := p.Chown(mallory, -1); err != nil {
		t.Skip("root required: ", err)
	}
	a, err := Attack{Dir: lair(t), UID: mallory, Pty: p, Host: s.host, Program: s.program}.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.End)
	if s.program == "settings" {
		if _, err := a.Await("type"); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Master().Write(bytes.Repeat([]byte("x"), Typed)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Await("ready"); err != nil {
		t.Fatal(err)
	}
	until(t, "the attacker's sleep", func() bool { return Sleeps(a.PID, s.call) })
	return a
}

func lair(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := Prepare(dir); err != nil {
		t.Skip("root required: ", err)
	}
	return dir
}

// hangs starts a process and requires that it sleeps where signals do not end
// it, and that it ends with the attack.
func hangs(t *testing.T, cmd *exec.Cmd, a *Running) {
	t.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	var since time.Time
	asleep := ""
	until(t, "an unkillable sleep", func() bool {
		select {
		case <-ended:
			t.Fatalf("it did not hang: %s", out.String())
		default:
		}
		now := sleeper(cmd.Process.Pid)
		if now != asleep {
			asleep, since = now, time.Now()
		}
		return asleep != "" && time.Since(since) > 100*time.Millisecond // shorter ones are no stall: a page is read in
	})
	_ = cmd.Process.Kill()
	select {
	case <-ended:
		t.Error("a signal ended the sleep")
	case <-time.After(100 * time.Millisecond):
	}
	a.End()
	select {
	case <-ended:
	case <-time.After(patience):
		t.Error("the sleep did not end with the file system")
	}
}

// sleeper names a thread, and how often it ran, that sleeps beyond the reach of
// signals, or as long as a FUSE request takes, which is the same once a signal
// came; empty: there is none.
func sleeper(pid int) string {
	entries, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	for _, e := range entries {
		tid, _ := strconv.Atoi(e.Name())
		w, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/wchan", pid, tid))
		if State(tid) == 'D' || strings.HasPrefix(string(w), "request_wait_answer") {
			runs, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/schedstat", pid, tid))
			return fmt.Sprintf("%d %s", tid, runs)
		}
	}
	return ""
}

func until(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !happened(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// TestInFlight: who drops a connection with the last reference to a locked file
// sleeps, too, although nothing was received.
func TestInFlight(t *testing.T) {
	path := filepath.Join(lair(t), "socket")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	a, err := Attack{Dir: filepath.Dir(path), UID: mallory, Program: "inflight", Args: []string{path}}.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.End)
	c, err := l.Accept()
	if err == nil {
		_, err = a.Await("ready")
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := c.(*net.UnixConn).File()
	if err != nil {
		t.Fatal(err)
	}
	naive := exec.Command("/proc/self/exe", naiveCommand, "drop", "0")
	naive.ExtraFiles = []*os.File{f}
	naive.Stdin, err = closesLater(t, f, c)
	if err != nil {
		t.Fatal(err)
	}
	hangs(t, naive, a)
}

// closesLater closes files once the process that inherited copies runs, and
// then lets its standard input end.
func closesLater(t *testing.T, list ...interface{ Close() error }) (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	go func() {
		time.Sleep(100 * time.Millisecond)
		for _, c := range list {
			_ = c.Close()
		}
		_ = w.Close()
	}()
	return r, nil
}
