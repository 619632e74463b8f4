package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// example is a client in another language that a user copies.
func example(t *testing.T, name, interpreter string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("../../client/examples", name))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte("\n")); n >= 80 {
		t.Errorf("%s has %d lines", name, n)
	}
	if _, err := exec.LookPath(interpreter); err != nil {
		t.Skipf("%s is not installed", interpreter)
	}
	return path
}

// TestExamplesUsage: without a terminal they say how they are called.
func TestExamplesUsage(t *testing.T) {
	for name, interpreter := range map[string]string{"rt_helper.py": "python3", "rt_helper.mjs": "node"} {
		t.Run(interpreter, func(t *testing.T) {
			path := example(t, name, interpreter)
			for _, args := range [][]string{nil, {"--help"}, {"--watch"}, {"a", "b"}} {
				r := finish(t, exec.Command(interpreter, append([]string{path}, args...)...))
				if r.code != 1 || !strings.HasPrefix(r.err, "usage: "+name) || strings.Count(r.err, "\n") != 1 {
					t.Errorf("%q: %+v", args, r)
				}
			}
		})
	}
}

// script starts another program in place of this one.
func (c cli) script(t *testing.T, argv ...string) *background {
	t.Helper()
	path, err := exec.LookPath(argv[0])
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return c.startWith(t, func(cmd *exec.Cmd) {
		cmd.Path, cmd.Args = path, argv
		cmd.Env = append(cmd.Env, "SELF="+self)
	})
}

func answerOf(t *testing.T, b *background, what string, f func(client.Answer) bool) (a client.Answer) {
	t.Helper()
	b.next(t, what, func(line string) bool {
		a = client.Answer{}
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		return f(a)
	})
	return a
}

// askAndWatch runs a script that prints an answer, and one for each change.
func askAndWatch(t *testing.T, c cli, argv ...string) {
	t.Helper()
	s := screenOf(t, os.Geteuid(), "cat")
	c.asked(t, exitWaiting, s.Path())
	waits := func(a client.Answer) bool { return a.State == client.Waiting }
	b := c.script(t, append(argv, s.Path())...)
	if a := answerOf(t, b, "an answer", waits); a.Reader == nil || a.Reader.PID != s.cmd.Process.Pid {
		t.Errorf("%+v", a)
	}
	if code := b.end(t); code != 0 {
		t.Errorf("status %d: %s", code, b.errs)
	}
	b = c.script(t, append(argv, "--watch", s.Path())...)
	first := answerOf(t, b, "the first wait", waits)
	if _, err := s.Master().WriteString("a line\n"); err != nil {
		t.Fatal(err)
	}
	answerOf(t, b, "another wait", func(a client.Answer) bool { return waits(a) && a.Wait != first.Wait })
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	answerOf(t, b, "the end", func(a client.Answer) bool { return a.State == client.NoForeground })
	if code := b.end(t); code != 0 {
		t.Errorf("status %d after the end of the terminal: %s", code, b.errs)
	}
}

func TestPythonExample(t *testing.T) {
	path := example(t, "rt_helper.py", "python3")
	c := cli{socket: serve(t)}
	askAndWatch(t, c, "python3", path)
	// A master, and errors, through the module.
	s := screenOf(t, os.Geteuid(), "cat")
	c.asked(t, exitWaiting, s.Path())
	c.files = []*os.File{s.Master()}
	b := c.script(t, "python3", "-c", `
import json, os, sys
sys.path.insert(0, sys.argv[1])
from rt_helper import Client, Refused
print(json.dumps(Client().query(3)))
for answer in Client().watch(3, until=["waiting"]): print(json.dumps(answer))
try: Client().query(os.open("/dev/null", os.O_PATH))
except Refused as e: print(e.args[0], file=sys.stderr)
`, filepath.Dir(path))
	for range 2 {
		answerOf(t, b, "a wait", func(a client.Answer) bool { return a.State == client.Waiting && a.Reader.PID == s.cmd.Process.Pid })
	}
	if code := b.end(t); code != 0 || b.errs.String() != "io.rthelper.Terminal.NotATerminal\n" {
		t.Errorf("status %d: %s", code, b.errs)
	}
}

func TestNodeExample(t *testing.T) {
	path := example(t, "rt_helper.mjs", "node")
	if !pathsMeanTheSame() {
		inNamespaces(t)
		return
	}
	askAndWatch(t, cli{socket: serve(t)}, "node", path)
}

// pathsMeanTheSame reports that this process is in the mount namespace of
// process 1: from elsewhere the service takes no paths.
func pathsMeanTheSame() bool {
	here, err1 := os.Readlink("/proc/self/ns/mnt")
	first, err2 := os.Readlink("/proc/1/ns/mnt")
	return err1 == nil && err2 == nil && here == first
}

// inNamespaces runs this test once more, where process 1 is one of the test's.
func inNamespaces(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("root required: process 1 is elsewhere, and namespaces of the test's own are not to be had")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("unshare", "--pid", "--fork", "--mount-proc", "--kill-child", self, "-test.v", "-test.run", "^"+t.Name()+"$")
	const again = "RT_HELPER_TEST_NAMESPACES"
	if os.Getenv(again) != "" {
		t.Fatal("process 1 is elsewhere still")
	}
	cmd.Env = append(os.Environ(), again+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("in namespaces of its own: %v\n%s", err, out)
	}
}

// TestNodeCoprocess follows several terminals through one coprocess.
func TestNodeCoprocess(t *testing.T) {
	path := example(t, "rt_helper.mjs", "node")
	first, second := screenOf(t, os.Geteuid(), "cat"), screenOf(t, os.Geteuid(), "cat")
	c := cli{socket: noService}
	b := c.script(t, "node", "--input-type=module", "-e", strings.ReplaceAll(`
import { follow } from "PATH";
import { createInterface } from "node:readline";
const f = follow((a) => console.log(JSON.stringify(a)), process.env.SELF);
createInterface({ input: process.stdin }).on("line", (line) => {
  const [verb, tty] = line.split(" ");
  f[verb](tty);
});
`, "PATH", path))
	say := func(line string) {
		if _, err := b.in.Write([]byte(line + "\n")); err != nil {
			t.Fatal(err)
		}
	}
	waits := func(s *screen) func(client.Answer) bool {
		return func(a client.Answer) bool { return a.Terminal.Path == s.Path() && a.State == client.Waiting }
	}
	say("add " + first.Path())
	answerOf(t, b, "the first", waits(first))
	say("add " + second.Path())
	answerOf(t, b, "the second", waits(second))
	say("drop " + second.Path())
	say("end")
	_ = b.in.Close()
	if code := b.end(t); code != 0 || b.errs.Len() > 0 {
		t.Errorf("status %d: %s", code, b.errs)
	}
}
