package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

// TestQueryStatus: the exit status stands for the answer, with a service and
// without.
func TestQueryStatus(t *testing.T) {
	stopped := screenOf(t, os.Geteuid(), "sleep", "3600")
	if err := stopped.cmd.Process.Signal(unix.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for how, socket := range map[string]string{"without a service": noService, "with a service": serve(t)} {
		t.Run(how, func(t *testing.T) {
			c := cli{socket: socket}
			for _, q := range []struct {
				on     *screen
				status int
				words  string
			}{
				{screenOf(t, os.Geteuid(), "cat"), exitWaiting, "waiting: cat"},
				{probeOn(t, "poll-socket"), exitListening, "listening: "},
				{screenOf(t, os.Geteuid(), "sleep", "3600"), exitRunning, "running"},
				{stopped, exitRunning, "stopped"},
				{screenOf(t, os.Geteuid()), exitRunning, "no foreground job"},
			} {
				await(t, q.words, func() bool {
					r := c.run(t, "query", q.on.Path())
					if r.err != "" || strings.Count(r.out, "\n") != 1 {
						t.Fatalf("%+v", r)
					}
					return r.code == q.status && strings.HasPrefix(r.out, q.words)
				})
			}
		})
	}
}

// TestQueryUnknown: a job of another user, asked about by the master.
func TestQueryUnknown(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("root required: processes of several users")
	}
	s := screenOf(t, 0, "cat")
	if err := s.Chown(nobody, -1); err != nil {
		t.Fatal(err)
	}
	for _, socket := range []string{noService, serve(t)} {
		c := cli{socket: socket, uid: nobody, files: []*os.File{s.Master()}}
		r := c.asked(t, exitUnknown, "--fd", "3")
		if !strings.HasPrefix(r.out, "cannot tell (other-user): ") || r.err != "" {
			t.Errorf("%+v", r)
		}
	}
}

// TestQueryNames: what may name a terminal.
func TestQueryNames(t *testing.T) {
	s := screenOf(t, os.Geteuid(), "cat")
	slave, err := s.Slave()
	if err != nil {
		t.Fatal(err)
	}
	defer slave.Close()
	link := filepath.Join(publicDir(t), "link")
	if err := os.Symlink(s.Path(), link); err != nil {
		t.Fatal(err)
	}
	c := cli{socket: noService, files: []*os.File{s.Master(), slave}}
	for _, args := range [][]string{{s.Path()}, {link}, {"--fd", "3"}, {"--fd", "4"}, {"--fd=3", "--json"}, {link, "--json", "--explain"}} {
		c.asked(t, exitWaiting, args...)
	}
	// The program itself is the job of the terminal that it is asked about.
	own := screenOf(t, os.Geteuid())
	out := filepath.Join(t.TempDir(), "out")
	f, err := os.Create(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cmd := cli{socket: noService, attr: &syscall.SysProcAttr{}}.command("query", "--json", "/dev/tty")
	cmd.Stdout = f
	if err := own.Start(cmd); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if b, err := os.ReadFile(out); err != nil || !strings.Contains(string(b), `"path":"`+own.Path()+`"`) || cmd.ProcessState.ExitCode() != exitRunning {
		t.Errorf("/dev/tty: %q, %v, status %d", b, err, cmd.ProcessState.ExitCode())
	}
}

// TestQueryJSON: one object, with the fields of the interface and no others.
func TestQueryJSON(t *testing.T) {
	s := screenOf(t, os.Geteuid(), "cat")
	r := cli{socket: noService}.asked(t, exitWaiting, "--json", s.Path())
	in := json.NewDecoder(strings.NewReader(r.out))
	in.DisallowUnknownFields()
	var a client.Answer
	if err := in.Decode(&a); err != nil || in.More() {
		t.Fatalf("%q: %v", r.out, err)
	}
	switch {
	case a.State != client.Waiting, a.Exclusive == nil || !*a.Exclusive, a.Timed == nil || *a.Timed, a.Scope != client.ScopeJob,
		a.Echo == nil || !*a.Echo, a.Canonical == nil || !*a.Canonical, a.Secret != client.SecretNo, a.Wait == "", a.Also != nil, a.Via != nil:
		t.Errorf("%s", r.out)
	case a.Terminal == nil || a.Terminal.Path != s.Path() || !strings.HasPrefix(a.Terminal.Device, "136:"):
		t.Errorf("terminal: %s", r.out)
	}
	if p := a.Reader; p == nil || p.PID != s.cmd.Process.Pid || p.TID != p.PID || p.Program != "cat" || p.Call != "read" || *p.Descriptor != 0 || !*p.Leader {
		t.Errorf("reader: %s", r.out)
	}
	again := cli{socket: noService}.run(t, "query", "--json", s.Path())
	if again.out != r.out {
		t.Errorf("nothing ran in between:\n%s%s", r.out, again.out)
	}
}

// TestExplain: what was looked at, and never an address.
func TestExplain(t *testing.T) {
	address := regexp.MustCompile(`0x[0-9a-fA-F]|[0-9a-f]{9,}`)
	for _, mode := range []string{"read", "select", "poll-300", "epoll-nested", "thread-read", "futex", "uring-read"} {
		s := probeOn(t, mode)
		for _, c := range []cli{{socket: noService}, {socket: noService, files: []*os.File{s.Master()}}} {
			args := []string{"query", "--explain", s.Path()}
			if c.files != nil {
				args = []string{"query", "--explain", "--json", "--fd", "3"}
			}
			named := fmt.Sprintf("process %d", s.cmd.Process.Pid)
			var r ran
			await(t, named, func() bool {
				r = c.run(t, args...)
				return strings.Contains(r.out, named+" (")
			})
			if found := address.FindString(wait.ReplaceAllString(r.out, "")); found != "" || r.err != "" {
				t.Errorf("%s: %q in %s%s", mode, found, r.out, r.err)
			}
		}
	}
}

// wait is the identity of a wait, which is opaque.
var wait = regexp.MustCompile(`"wait":"[^"]*"`)
