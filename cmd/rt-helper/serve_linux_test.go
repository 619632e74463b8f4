package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/version"
)

// TestServeSocket: what is on the path of the socket already.
func TestServeSocket(t *testing.T) {
	running := serve(t)
	dir := publicDir(t)
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, words := range map[string]string{running: "another service answers there", file: "is no socket", "/dev/null/socket": "/dev/null", filepath.Join(dir, "missing", "s"): "no such file"} {
		r := cli{}.run(t, "serve", "--socket", path)
		if r.code != exitError || !strings.Contains(r.err, words) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: %+v", path, r)
		}
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != "text" {
		t.Errorf("the file has %q, %v", b, err)
	}
	if r := (cli{socket: running}).run(t, "list"); r.code != 0 {
		t.Errorf("the service that was there: %+v", r)
	}
}

// TestServeReplaces: a socket that nobody serves any more is no obstacle.
func TestServeReplaces(t *testing.T) {
	path := filepath.Join(publicDir(t), "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	_ = l.Close()
	b := cli{}.start(t, "serve", "--socket", path, "--policy", "session")
	c := client.New(client.Socket(path))
	defer c.Close()
	await(t, "the service", func() bool {
		info, err := c.Info(t.Context())
		return err == nil && info.Policy == "session" && info.Version == version.Text()
	})
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o666 {
		t.Errorf("mode %v, %v: everybody may ask", info.Mode(), err)
	}
	if err := b.Process.Signal(unix.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := b.end(t); code != 0 {
		t.Errorf("status %d: %s", code, b.errs)
	}
	if !strings.Contains(b.errs.String(), "msg=serving socket="+path+" policy=session") {
		t.Errorf("log: %s", b.errs)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) > 0 {
		t.Errorf("what is left: %v, %v", left, err)
	}
}

// TestServeCounts: the counters go where systemd lets the service write.
func TestServeCounts(t *testing.T) {
	dir := publicDir(t)
	b := cli{}.startWith(t, func(cmd *exec.Cmd) {
		cmd.Args = append(cmd.Args, "serve", "--socket", filepath.Join(dir, "s"))
		cmd.Env = append(cmd.Env, "RUNTIME_DIRECTORY="+dir)
	})
	await(t, "the service", func() bool { return cli{socket: filepath.Join(dir, "s")}.run(t, "list").code == 0 })
	if err := b.Process.Signal(unix.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := b.end(t); code != 0 {
		t.Errorf("status %d: %s", code, b.errs)
	}
	text, err := os.ReadFile(filepath.Join(dir, "metrics.prom"))
	if err != nil || !strings.Contains(string(text), "# TYPE ") {
		t.Errorf("counters: %q, %v", text, err)
	}
}
