package main

import (
	"bytes"
	"encoding/json"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// TestList: the caller's terminals, and nobody else's.
func TestList(t *testing.T) {
	uid, others := os.Geteuid(), ""
	if uid == 0 {
		uid, others = nobody, screenOf(t, 0, "cat").Path()
	}
	own := screenOf(t, uid, "cat")
	for how, socket := range map[string]string{"without a service": noService, "with a service": serve(t)} {
		t.Run(how, func(t *testing.T) {
			c := cli{socket: socket, uid: uid}
			c.asked(t, exitWaiting, own.Path())
			r := c.run(t, "list")
			if r.code != 0 || !lineWith(r.out, own.Path(), "waiting: cat") || r.err != "" {
				t.Errorf("%+v", r)
			}
			if others != "" && lineWith(r.out, others, "") {
				t.Errorf("root's terminal %s is listed: %s", others, r.out)
			}
			r = c.run(t, "list", "--json")
			var list []client.Answer
			if err := json.Unmarshal([]byte(r.out), &list); err != nil || r.code != 0 {
				t.Fatalf("%+v: %v", r, err)
			}
			found := 0
			for _, a := range list {
				if a.Terminal.Path == own.Path() && a.State == client.Waiting && a.Reader.PID == own.cmd.Process.Pid {
					found++
				}
			}
			if found != 1 {
				t.Errorf("it is listed %d times: %s", found, r.out)
			}
		})
	}
}

// lineWith reports a line whose first word is the path, and that has the text.
func lineWith(out, path, text string) bool {
	for line := range strings.Lines(out) {
		if f := strings.Fields(line); len(f) > 0 && f[0] == path && strings.Contains(line, text) {
			return true
		}
	}
	return false
}

// TestEmptyList: no terminal is no error.
func TestEmptyList(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("root required: a user without terminals")
	}
	c := cli{socket: noService, uid: 60011}
	if r := c.run(t, "list", "--json"); r != (ran{0, "[]\n", ""}) {
		t.Errorf("%+v", r)
	}
	if r := c.run(t, "list"); r != (ran{}) {
		t.Errorf("%+v", r)
	}
}

// TestLiveList: a table on a terminal, drawn anew with each change.
func TestLiveList(t *testing.T) {
	s := screenOf(t, os.Geteuid(), "cat")
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	cmd := cli{socket: noService}.command("list", "--watch")
	if err := p.Start(cmd); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var shown bytes.Buffer
	done := make(chan struct{})
	go func() {
		defer close(done)
		for buf := make([]byte, 4096); ; {
			n, err := p.Master().Read(buf)
			mu.Lock()
			shown.Write(buf[:n])
			mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	last := func() string {
		mu.Lock()
		defer mu.Unlock()
		frames := strings.Split(shown.String(), "\x1b[H")
		return frames[len(frames)-1]
	}
	await(t, "the terminal in the table", func() bool { return lineWith(last(), s.Path(), "waiting: cat") })
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	await(t, "the terminal's end", func() bool { return strings.Contains(last(), "\x1b[J") && !lineWith(last(), s.Path(), "cat") })
	if err := cmd.Process.Signal(unix.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	<-done
	if out := shown.String(); cmd.ProcessState.ExitCode() != 0 || !strings.HasPrefix(out, "\x1b[?25l") || !strings.HasSuffix(out, "\x1b[?25h") {
		t.Errorf("status %d, %q at the end", cmd.ProcessState.ExitCode(), out[max(0, len(out)-400):])
	}
}

func TestDoctor(t *testing.T) {
	r := cli{socket: noService}.run(t, "doctor")
	for _, words := range []string{"system call numbers: ", "rights: user ", "/proc/<pid>/task/<tid>/syscall: readable", "pidfd_getfd: works"} {
		if !strings.Contains(r.out, words) {
			t.Errorf("no %q in %s", words, r.out)
		}
	}
	if bad := strings.Contains(r.out, "\nlimited ") || strings.Contains(r.out, "BROKEN "); r.err != "" || (r.code != 0) != bad {
		t.Errorf("%+v", r)
	}
	if os.Geteuid() != 0 {
		return
	}
	r = cli{socket: noService, uid: nobody}.run(t, "doctor")
	if r.code != 1 || !strings.Contains(r.out, "limited rights: user 65534, may look at own processes only") || !strings.Contains(r.out, "-> ") {
		t.Errorf("as nobody: %+v", r)
	}
}

func TestVersion(t *testing.T) {
	c := cli{socket: noService}
	r := c.run(t, "version")
	if want := runtime.GOOS + "/" + runtime.GOARCH; r.code != 0 || !strings.HasPrefix(r.out, "rt-helper ") || !strings.Contains(r.out, want) {
		t.Errorf("%+v", r)
	}
	if again := c.run(t, "--version"); again != r {
		t.Errorf("%+v, and %+v", r, again)
	}
}
