package runner_test

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/runner"
)

// patience bounds what would otherwise hang; nothing depends on its length.
const patience = 30 * time.Second

func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// start starts a command that the test ends.
func start(t *testing.T, args ...string) *runner.Job {
	t.Helper()
	j, err := runner.Start(runner.Options{Args: args, Asker: asker(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.HangUp(context.Background(), 0); err != nil {
			t.Error(err)
		}
	})
	return j
}

func outcomeOf(t *testing.T, j *runner.Job) runner.Outcome {
	t.Helper()
	o, err := j.Wait(within(t), runner.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed", program)
	}
}

// nobody runs a command as a user without rights, to see what root's look does
// with setuid programs.
func nobody(args ...string) []string {
	return append([]string{"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"}, args...)
}

func TestFinished(t *testing.T) {
	for _, c := range []struct {
		name   string
		args   []string
		exit   int
		signal string
		output string
	}{
		{"true", []string{"true"}, 0, "", ""},
		{"exit status", []string{"sh", "-c", "exit 7"}, 7, "", ""},
		{"signal", []string{"sh", "-c", "kill -KILL $$"}, 137, "SIGKILL", ""},
		{"output", []string{"echo", "hello"}, 0, "", "hello\n"},
		{"silent work", []string{"sh", "-c", "sleep 0.5; echo done"}, 0, "", "done\n"},
		{"looks like a prompt", []string{"sh", "-c", "printf 'price in $ '; sleep 0.5; echo end"}, 0, "", "price in $ end\n"},
		{"here document", []string{"bash", "-c", "cat <<X\ntext\nX"}, 0, "", "text\n"},
		{"gave its terminal up", []string{"sh", "-c", "exec </dev/null >/dev/null 2>&1; sleep 0.1; echo late >/dev/tty"}, 0, "", "late\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := outcomeOf(t, start(t, c.args...))
			if o.State != runner.Finished || *o.Exit != c.exit || o.Signal != c.signal || o.Output != c.output {
				t.Errorf("%+v, exit %v; want exit %d %q, output %q", o, o.Exit, c.exit, c.signal, c.output)
			}
		})
	}
}

func TestWaits(t *testing.T) {
	for _, c := range []struct {
		name    string
		need    string
		root    bool
		args    []string
		wants   runner.Wants
		prompt  string
		program string
	}{
		{"read -p", "bash", false, []string{"bash", "-c", "read -p 'Name? ' x"}, runner.WantsLine, "Name?", "bash"},
		{"read -s", "bash", false, []string{"bash", "-c", "read -s x"}, runner.WantsSecret, "", "bash"},
		{"read -n", "bash", false, []string{"bash", "-c", "read -n 1 x"}, runner.WantsKeys, "", "bash"},
		{"select", "bash", false, []string{"bash", "-c", "select x in a b; do echo; done"}, runner.WantsLine, "#?", "bash"},
		{"python3 input", "python3", false, []string{"python3", "-c", "input('Go on? ')"}, runner.WantsLine, "Go on?", "python3"},
		{"python3", "python3", false, []string{"python3", "-q"}, runner.WantsLine, ">>>", "python3"},
		{"hidden by a pipe", "tail", false, []string{"sh", "-c", "sh -c 'printf \"Go? \"; read x' | tail -20"}, runner.WantsLine, "", "sh"},
		{"through a pipe", "cat", false, []string{"sh", "-c", "cat </dev/tty >/dev/null"}, runner.WantsLine, "", "cat"},
		{"pager", "less", false, []string{"less", "/etc/passwd"}, runner.WantsKeys, "*", "less"},
		{"editor", "vim", false, []string{"vim", "-u", "NONE"}, runner.WantsKeys, "*", "vim"},
		{"relay", "script", false, []string{"script", "-q", "-c", "bash -c 'read -p Inner? x'", "/dev/null"}, runner.WantsLine, "Inner?", "bash"},
		{"su", "su", true, nobody("su", "root", "-c", "true"), runner.WantsSecret, "Password:", "su"},
		{"sudo", "sudo", true, nobody("sudo", "-k", "-p", "[%u] password: ", "true"), runner.WantsSecret, "[nobody] password:", "sudo"},
		{"passwd", "passwd", true, nobody("passwd"), runner.WantsSecret, "Current password:", "passwd"},
	} {
		t.Run(c.name, func(t *testing.T) {
			need(t, c.need)
			if c.root {
				need(t, "setpriv")
				if os.Getuid() != 0 {
					t.Skip("root required: to look into a setuid program")
				}
			}
			o := outcomeOf(t, start(t, c.args...))
			if o.State != runner.Waiting || o.Wants != c.wants || o.Reader == nil || o.Reader.Program != c.program {
				t.Fatalf("%s, reader %+v; want %s from %s", o.Sentence(), o.Reader, c.wants, c.program)
			}
			if c.prompt != "*" && *o.Prompt != c.prompt {
				t.Errorf("prompt %q, want %q", *o.Prompt, c.prompt)
			}
		})
	}
}

func TestListening(t *testing.T) {
	need(t, "python3")
	j := start(t, "python3", "-c", "import select, socket, sys; s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen()\nprint('up'); select.select([sys.stdin, s], [], [])")
	o, err := j.Wait(within(t), runner.Limits{Quiet: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if o.State != runner.Listening || len(o.Also) != 1 || o.Also[0] != "socket" || o.Output != "up\n" {
		t.Errorf("%+v", o)
	}
}

func TestSuspended(t *testing.T) {
	o := outcomeOf(t, start(t, "sh", "-c", "kill -STOP $$"))
	if o.State != runner.Suspended {
		t.Errorf("%+v", o)
	}
}

// TestRoundTrips: what is told belongs to the line that was typed, not to the
// one before, however fast or slow the job is.
func TestRoundTrips(t *testing.T) {
	j := start(t, "sh", "-c", "while read n; do i=0; while [ $i -lt $n ]; do i=$((i+1)); done; echo \"done $n\"; done")
	if o := outcomeOf(t, j); o.State != runner.Waiting {
		t.Fatalf("%+v", o)
	}
	for round := range 200 {
		n := round * 37 % 1000
		line := []byte(strings.Repeat(" ", round%3) + itoa(n) + "\n")
		if err := j.Type(within(t), line); err != nil {
			t.Fatal(err)
		}
		o := outcomeOf(t, j)
		if want := "done " + itoa(n) + "\n"; o.State != runner.Waiting || !strings.HasSuffix(o.Output, want) {
			t.Fatalf("round %d: %s after %q, want %q", round, o.Sentence(), o.Output, want)
		}
	}
}

// TestQueryIsNoWait: a program that asks its terminal waits for the answer,
// which it gets; the wait that counts is the one after.
func TestQueryIsNoWait(t *testing.T) {
	need(t, "bash")
	for range 20 {
		j := start(t, "bash", "-c", `read -rsdR -p $'\E[6n' x; read -p "at ${x#*[}> " y`)
		o := outcomeOf(t, j)
		if o.State != runner.Waiting || *o.Prompt != "at 1;1>" {
			t.Fatalf("%s, output %q", o.Sentence(), o.Output)
		}
	}
}
