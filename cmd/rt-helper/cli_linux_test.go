package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/pty"
	"github.com/rt-helper/rt-helper/internal/selftest"
)

// patience bounds what would otherwise hang; nothing depends on its length.
const patience = 60 * time.Second

const nobody = 65534

// noService is the path of a socket on which nobody listens.
const noService = "/nonexistent/helper.sock"

// cli starts the program as a user, with a service or without.
type cli struct {
	socket string
	uid    int
	files  []*os.File // from descriptor 3 on
	attr   *syscall.SysProcAttr
}

func (c cli) command(args ...string) *exec.Cmd {
	cmd := exec.Command("/proc/self/exe", args...)
	cmd.Env = []string{asProgram + "=1", "RT_HELPER_SOCKET=" + c.socket, "PATH=" + os.Getenv("PATH"), "HOME=/", "LC_ALL=C"}
	cmd.ExtraFiles, cmd.SysProcAttr, cmd.Dir = c.files, c.attr, "/"
	if c.uid != 0 {
		pty.RunAs(cmd, c.uid, c.uid)
	}
	return cmd
}

// ran is what became of a command.
type ran struct {
	code     int
	out, err string
}

func (c cli) run(t *testing.T, args ...string) ran {
	t.Helper()
	return finish(t, c.command(args...))
}

func finish(t *testing.T, cmd *exec.Cmd) ran {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	err := cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return ran{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
}

// background is a command that goes on, whose output is read line by line.
type background struct {
	*exec.Cmd
	in    io.WriteCloser
	lines chan string
	errs  *bytes.Buffer
}

func (c cli) start(t *testing.T, args ...string) *background {
	t.Helper()
	return c.startWith(t, func(cmd *exec.Cmd) { cmd.Args = append(cmd.Args, args...) })
}

// startWith also gives it a file in place of the output that is read.
func (c cli) startWith(t *testing.T, change func(*exec.Cmd), instead ...*os.File) *background {
	t.Helper()
	b := &background{Cmd: c.command(), lines: make(chan string, 1000), errs: &bytes.Buffer{}}
	change(b.Cmd)
	b.Stderr = b.errs
	in, err1 := b.StdinPipe()
	var out io.Reader = strings.NewReader("")
	var err2 error
	if len(instead) > 0 {
		b.Stdout = instead[0]
	} else {
		out, err2 = b.StdoutPipe()
	}
	if err := errors.Join(err1, err2, b.Start()); err != nil {
		t.Fatal(err)
	}
	b.in = in
	go func() {
		defer close(b.lines)
		copyLines(out, b.lines)
	}()
	t.Cleanup(func() { _ = b.Process.Kill(); _ = b.Wait() })
	return b
}

func copyLines(r io.Reader, lines chan<- string) {
	rest := ""
	for buf := make([]byte, 4096); ; {
		n, err := r.Read(buf)
		all := strings.Split(rest+string(buf[:n]), "\n")
		for _, line := range all[:len(all)-1] {
			lines <- line
		}
		if rest = all[len(all)-1]; err != nil {
			return
		}
	}
}

// next is the next line that f accepts.
func (b *background) next(t *testing.T, what string, f func(string) bool) string {
	t.Helper()
	late := time.After(patience)
	for {
		select {
		case line, ok := <-b.lines:
			if !ok {
				t.Fatalf("it ended before %s", what)
			}
			if f(line) {
				return line
			}
		case <-late:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// end waits for its end and returns the status.
func (b *background) end(t *testing.T) int {
	t.Helper()
	late := time.AfterFunc(patience, func() { t.Error("it does not end"); _ = b.Process.Kill() })
	defer late.Stop()
	for range b.lines {
	}
	_ = b.Wait()
	return b.ProcessState.ExitCode()
}

// screen is a terminal of a user with a program on it.
type screen struct {
	*pty.Pty
	cmd *exec.Cmd
}

func screenOf(t *testing.T, uid int, argv ...string) *screen {
	t.Helper()
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	s := &screen{Pty: p}
	if uid != os.Geteuid() {
		if err := p.Chown(uid, -1); err != nil {
			t.Fatal(err)
		}
	}
	go func() { _, _ = io.Copy(io.Discard, p.Master()) }()
	if len(argv) == 0 {
		return s
	}
	s.cmd = exec.Command(argv[0], argv[1:]...)
	if uid != os.Geteuid() {
		pty.RunAs(s.cmd, uid, uid)
	}
	if err := p.Start(s.cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait() // a second Wait fails: harmless
	})
	return s
}

// probeOn is a screen with one of the selftest's programs.
func probeOn(t *testing.T, mode string) *screen {
	t.Helper()
	return screenOf(t, os.Geteuid(), "/proc/self/exe", selftest.ProbeCommand, mode)
}

// publicDir is a directory of the test that other users may enter.
func publicDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "rt")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// serve starts a service in a process of its own, until the test ends.
func serve(t *testing.T, args ...string) (socket string) {
	t.Helper()
	socket = filepath.Join(publicDir(t), "s")
	b := cli{}.start(t, append([]string{"serve", "--socket", socket}, args...)...)
	await(t, "the service", func() bool { return cli{socket: socket}.run(t, "list").code == 0 })
	t.Cleanup(func() {
		_ = b.Process.Signal(unix.SIGTERM)
		if code := b.end(t); code != 0 {
			t.Errorf("the service ended with %d: %s", code, b.errs)
		}
		if t.Failed() {
			t.Logf("the service said: %s", b.errs)
		}
	})
	return socket
}

// await waits until something has happened.
func await(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !happened(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// asked runs a query until it ends with the status.
func (c cli) asked(t *testing.T, want int, args ...string) ran {
	t.Helper()
	var r ran
	await(t, "status "+strconv.Itoa(want)+" of "+strings.Join(args, " "), func() bool {
		r = c.run(t, append([]string{"query"}, args...)...)
		return r.code == want
	})
	return r
}
