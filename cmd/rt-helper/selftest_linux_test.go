package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestSelftest passes for root and for a plain user, with a service and
// without; what is skipped is named here.
func TestSelftest(t *testing.T) {
	dir := publicDir(t)
	program, companion := filepath.Join(dir, "rt-helper"), filepath.Join(dir, "rt-helper32")
	copyFile(t, "/proc/self/exe", program)
	skips := map[string]bool{}
	if reason := buildCompanion(companion); reason != "" {
		t.Logf("no 32-bit rows: %s", reason)
		companion = ""
		for _, name := range []string{"read", "select", "select-old", "poll", "epoll"} {
			skips[name+" (32-bit)"] = true
		}
	}
	cases := []struct {
		name string
		who  cli
	}{{"without a service", cli{socket: noService}}, {"with a service", cli{socket: serve(t)}}}
	if os.Geteuid() == 0 {
		for i := range cases {
			c := cases[i]
			c.name, c.who.uid = c.name+", as nobody", nobody
			cases = append(cases, c)
		}
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd := c.who.command("selftest", "--self32", companion)
			cmd.Path = program
			checkRows(t, finish(t, cmd), func(name string) bool {
				plain := c.who.uid != 0 || os.Geteuid() != 0
				return skips[name] || plain && strings.HasSuffix(name, "-prompt") && name != "shell-prompt"
			})
		})
	}
}

// TestSelftestAs32Bit: a program for 32-bit machines knows the numbers of the
// kernel that it runs under.
func TestSelftestAs32Bit(t *testing.T) {
	program := filepath.Join(publicDir(t), "rt-helper32")
	if reason := buildCompanion(program); reason != "" {
		t.Skip("no 32-bit program: ", reason)
	}
	cmd := cli{socket: noService}.command("selftest")
	cmd.Path = program
	checkRows(t, finish(t, cmd), func(name string) bool {
		return strings.HasSuffix(name, "(32-bit)") || os.Geteuid() != 0 && strings.HasSuffix(name, "-prompt") && name != "shell-prompt"
	})
}

// checkRows requires that every row is ok but those that may be skipped.
func checkRows(t *testing.T, r ran, maySkip func(name string) bool) {
	t.Helper()
	ok := 0
	for line := range strings.Lines(r.out) {
		verdict, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, _, row := strings.Cut(strings.TrimSpace(rest), ": ")
		switch {
		case !row: // the summary
		case verdict == "ok":
			ok++
		case verdict != "skip" || !maySkip(name):
			t.Error(strings.TrimSpace(line))
		}
	}
	if r.code != 0 || r.err != "" || ok < 50 {
		t.Errorf("status %d, %d rows ok, %s", r.code, ok, r.err)
	}
}

// buildCompanion builds the program for the 32-bit companion architecture, or
// says why that cannot be had.
func buildCompanion(path string) (reason string) {
	arch := map[string]string{"amd64": "386", "arm64": "arm"}[runtime.GOARCH]
	if arch == "" {
		return runtime.GOARCH + " has none"
	}
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", path, ".")
	cmd.Env = append(os.Environ(), "GOARCH="+arch, "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return err.Error() + ": " + string(out)
	}
	return ""
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.Copy(out, in)
	if err2 := out.Close(); err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
}

// TestSelftestChosen: rows by name, and one that does not exist.
func TestSelftestChosen(t *testing.T) {
	program := filepath.Join(publicDir(t), "rt-helper")
	copyFile(t, "/proc/self/exe", program)
	for _, c := range []struct {
		args  []string
		code  int
		words string
	}{
		{[]string{"read", "busy"}, 0, "2 ok, 0 failed, 0 skipped\n"},
		{[]string{"read", "no such"}, 1, "FAIL no such: no such row\n1 ok, 1 failed, 0 skipped\n"},
	} {
		cmd := cli{socket: noService}.command(append([]string{"selftest"}, c.args...)...)
		cmd.Path = program
		if r := finish(t, cmd); r.code != c.code || !strings.HasSuffix(r.out, c.words) {
			t.Errorf("%q: %+v", c.args, r)
		}
	}
}
