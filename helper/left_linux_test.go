package helper

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
	"github.com/rt-helper/rt-helper/procfs"
)

// inBash runs a script on a terminal of its own.
func inBash(t *testing.T, script string, args ...string) (*pty.Pty, *exec.Cmd) {
	t.Helper()
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	cmd := exec.Command("bash", append([]string{"-c", script}, args...)...)
	if err := p.Start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = unix.Kill(-cmd.Process.Pid, unix.SIGKILL)
		_ = cmd.Wait()
	})
	go drain(p.Master())
	return p, cmd
}

// TestLeftSinceListed: a process that was in the terminal's session when the
// processes were listed, and has left it since, is a reader outside the job.
func TestLeftSinceListed(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "go")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	p, cmd := inBash(t, `exec 3<&0; { read -r _ <"$0"; exec setsid cat <&3; } & sleep 1000`, fifo)
	var reader int
	find := func(name string) bool {
		all, _ := procfs.Scan()
		for _, s := range all {
			if s.PPID == cmd.Process.Pid && s.Comm == name && s.State == 'S' {
				reader = s.PID
				return true
			}
		}
		return false
	}
	await(t, "the job", func() bool { return find("sleep") && find("bash") })
	cache := newTestCache(t)
	if _, err := cache.Scan(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(fifo, []byte("\n"), 0); err != nil {
		t.Fatal(err)
	}
	await(t, "cat", func() bool { return find("cat") })
	q := Question{Caller: Caller{UID: uint32(os.Getuid())}, Policy: PolicyOwn, Cache: cache}
	a, _, err := q.Look(descriptorOf(t, p.Master()))
	if err != nil || a.State != client.Waiting || a.Reader == nil || a.Reader.PID != reader || a.Scope != client.ScopeOutside {
		t.Errorf("%+v, %v; process %d reads from outside", a, err, reader)
	}
}

// TestGivesTerminalUp: a process of the session that gives the terminal up, so that
// job control does not stop it any more, and then reads it is a reader outside the
// job, also where nothing else happens.
func TestGivesTerminalUp(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 required: a process that gives its terminal up")
	}
	fifo := filepath.Join(t.TempDir(), "go")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	const gives = `
import fcntl, os, sys, termios
open(sys.argv[1]).read()
fcntl.ioctl(os.open("/dev/tty", os.O_RDWR), termios.TIOCNOTTY)
os.read(0, 9)`
	p, cmd := inBash(t, `set -m; python3 -c "$0" "$1" <&0 & sleep 1000`, gives, fifo)
	master := descriptorOf(t, p.Master())
	term, err := procfs.FromDescriptor(master)
	if err != nil {
		t.Fatal(err)
	}
	defer term.Close()
	q := &Question{Caller: Caller{UID: uint32(os.Getuid())}, Policy: PolicyOwn, Cache: newTestCache(t)}
	var reader int
	await(t, "a quiet job", func() bool {
		all, _ := procfs.Scan()
		for _, s := range all {
			if s.PPID == cmd.Process.Pid && s.Comm == "python3" {
				reader = s.PID
			}
		}
		a, _, err := q.Look(master)
		return err == nil && a.State == client.Running && reader != 0 && quiet(q.Cache, term, q.asker(term))
	})
	if err := os.WriteFile(fifo, []byte("\n"), 0); err != nil {
		t.Fatal(err)
	}
	await(t, "it has given the terminal up", func() bool {
		s, ok := procfs.StatOf(reader)
		b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(reader), "syscall"))
		return ok && s.TTY == 0 && err == nil && strings.HasPrefix(string(b), strconv.Itoa(unix.SYS_READ)+" 0x0 ")
	})
	if a, _, err := q.Look(master); err != nil || a.State != client.Waiting || a.Scope != client.ScopeOutside {
		t.Errorf("%+v, %v; process %d reads", a, err, reader)
	}
}

// TestQuietMaster: whoever holds the master may ask about another user's
// session, and makes nothing known to those who do not.
func TestQuietMaster(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("root required: a session of another user's")
	}
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	if err := p.Chown(nobody, -1); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c", `set -m; setpriv --reuid=65534 --regid=65534 --clear-groups sleep 1000; :`)
	if err := p.Start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = unix.Kill(cmd.Process.Pid, unix.SIGKILL)
		_ = cmd.Wait()
	})
	go drain(p.Master())
	master := descriptorOf(t, p.Master())
	slave, err := unix.Open(p.Path(), unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Close(slave) })
	term, err := procfs.FromDescriptor(master)
	if err != nil {
		t.Fatal(err)
	}
	defer term.Close()
	q := &Question{Caller: Caller{UID: nobody}, Policy: PolicyOwn, Cache: newTestCache(t)}
	await(t, "a quiet job", func() bool {
		a, _, err := q.Look(master)
		return err == nil && a.State == client.Running && quiet(q.Cache, term, q.asker(term))
	})
	if a, _, err := q.Look(slave); err == nil {
		t.Errorf("by the slave: %s", a.State)
	}
}
