package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// bad is a question that cannot be answered, and a word of what is said.
type bad struct {
	name  string
	who   cli
	args  []string
	words string
}

// TestBadInput: one line that says what is wrong, and status 2, with a service
// and without.
func TestBadInput(t *testing.T) {
	sockets := map[string]string{"without a service": noService, "with a service": serve(t)}
	for how, socket := range sockets {
		t.Run(how, func(t *testing.T) {
			for _, c := range append(badPaths(t), append(badDescriptors(t), badArguments()...)...) {
				c.who.socket = socket
				got := c.who.run(t, append([]string{"query"}, c.args...)...)
				line := strings.TrimSuffix(got.err, "\n")
				switch {
				case got.code != exitError, got.out != "", strings.Contains(line, "\n"), !strings.HasPrefix(line, "rt-helper: "):
					t.Errorf("%s: %+v", c.name, got)
				case !strings.Contains(line, c.words):
					t.Errorf("%s: %q lacks %q", c.name, line, c.words)
				}
			}
		})
	}
}

func badPaths(t *testing.T) []bad {
	t.Helper()
	dir := publicDir(t)
	in := func(name string) string { return filepath.Join(dir, name) }
	l, err := net.Listen("unix", in("socket"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	for _, err := range []error{
		os.WriteFile(in("file"), nil, 0o644), unix.Mkfifo(in("fifo"), 0o644), os.Symlink(in("file"), in("elsewhere")),
		os.Symlink(in("nothing"), in("dangling")), os.Symlink(in("loop"), in("loop")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	what := "/dev/pts/3" // a terminal is named as an example
	list := []bad{
		{"a file", cli{}, []string{in("file")}, what},
		{"a directory", cli{}, []string{dir}, what},
		{"a fifo", cli{}, []string{in("fifo")}, what},
		{"a socket", cli{}, []string{in("socket")}, what},
		{"a link to elsewhere", cli{}, []string{in("elsewhere")}, what},
		{"a dangling link", cli{}, []string{in("dangling")}, "no such file"},
		{"a loop of links", cli{}, []string{in("loop")}, "too many levels"},
		{"nothing there", cli{}, []string{in("nothing")}, "no such file"},
		{"gone", cli{}, []string{"/dev/pts/99999999"}, "no such file"},
		{"/dev/null", cli{}, []string{"/dev/null"}, "not a terminal"},
		{"the multiplexer", cli{}, []string{"/dev/ptmx"}, "master"},
		{"/dev/tty without a terminal", cli{attr: &syscall.SysProcAttr{Setsid: true}}, []string{"/dev/tty"}, "no controlling terminal"},
		{"an empty name", cli{}, []string{""}, "no such file"},
	}
	if os.Geteuid() != 0 {
		t.Log("not root: somebody else's terminal is not tried")
		return list
	}
	roots := screenOf(t, 0, "cat")
	return append(list, bad{"somebody else's", cli{uid: nobody}, []string{roots.Path()}, "not your terminal"})
}

func badDescriptors(t *testing.T) []bad {
	t.Helper()
	file, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close(); _ = w.Close() })
	dead := screenOf(t, os.Geteuid())
	slave, err := dead.Slave()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = slave.Close() })
	if err := dead.Close(); err != nil {
		t.Fatal(err)
	}
	given := func(f *os.File) cli { return cli{files: []*os.File{f}} }
	return []bad{
		{"a closed descriptor", cli{}, []string{"--fd", "99"}, "bad file descriptor"},
		{"a device", given(file), []string{"--fd", "3"}, "not a terminal"},
		{"a pipe", given(r), []string{"--fd", "3"}, "not a terminal"},
		{"a dead pty", given(slave), []string{"--fd", "3"}, "gone"},
	}
}

func badArguments() []bad {
	return []bad{
		{"no terminal", cli{}, nil, "name a terminal"},
		{"two terminals", cli{}, []string{"/dev/pts/0", "/dev/pts/1"}, "too many arguments"},
		{"a descriptor and a terminal", cli{}, []string{"--fd", "0", "/dev/pts/0"}, "not both"},
	}
}

// TestBadCommands: what is not understood is not done.
func TestBadCommands(t *testing.T) {
	c := cli{socket: noService}
	for _, args := range [][]string{
		{}, {"frobnicate"}, {"query", "--frobnicate"}, {"query", "--fd", "x"}, {"query", "--wait", "long"}, {"list", "/dev/pts/0"},
		{"watch"}, {"watch", "--all", "--stdin"}, {"watch", "--all", "/dev/pts/0"}, {"watch", "--timeout", "soon", "/dev/pts/0"},
		{"watch", "/dev/null"}, {"watch", "/nonexistent"}, {"watch", "--until", "listening", "--all"}, {"watch", "--timeout", "-1s", "--all"},
		{"serve", "--frobnicate"}, {"serve", "--policy", "everybody"}, {"serve", "now"}, {"selftest", "--frobnicate"}, {"doctor", "me"},
		{"list", "--watch"},
	} {
		if r := c.run(t, args...); r.code != exitError || r.out != "" || r.err == "" {
			t.Errorf("%q: %+v", args, r)
		}
	}
	for _, args := range [][]string{{"help"}, {"--help"}, {"-h"}} {
		if r := c.run(t, args...); r.code != 0 || r.out != usage || r.err != "" {
			t.Errorf("%q: %+v", args, r)
		}
	}
}
