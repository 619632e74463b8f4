package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/runner"
)

func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed", program)
		}
	}
}

func TestWaitingIsTold(t *testing.T) {
	need(t, "bash")
	got := run(t, "", "run", "--", "bash", "-c", "read -s -p 'Password: ' x")
	want := regexp.MustCompile(`^\[waiting: bash \(pid \d+\) in read wants a secret; prompt: Password:; the job is hung up\]\n$`)
	if got.status != exitWaiting || got.out != "Password: " || !want.MatchString(got.err) {
		t.Errorf("%+v", got)
	}
}

func TestPipedInput(t *testing.T) {
	need(t, "bash")
	for _, c := range []struct {
		name, script, input string
		status              int
		out, err            string
	}{
		{"answers", `read -p 'Name? ' x; echo "<$x>"`, "bob\n", 0, "Name? bob\r\n<bob>\r\n", ""},
		{"to the end", "cat", "a\n", 0, "a\r\na\r\n", ""},
		{"too much", "read x", "a\nb\n", 0, "a\r\n", "[finished: exit 0; not all of the input was used]\n"},
		{"too little", "read x; read -p 'More? ' y; read z", "a\n", exitWaiting, "a\r\nMore? ", "[waiting: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := run(t, c.input, "run", "--", "bash", "-c", c.script)
			if got.status != c.status || !strings.HasPrefix(got.out, c.out) || !strings.HasPrefix(got.err, c.err) || c.err == "" && got.err != "" {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestTimedReads(t *testing.T) {
	need(t, "bash")
	polls := `for i in 1 2 3; do read -t 0.1 x; echo -n .; done; echo done`
	got := run(t, "", "run", "--", "bash", "-c", polls)
	if got.status != exitWaiting || !strings.Contains(got.err, "for a limited time") {
		t.Errorf("%+v", got)
	}
	got = run(t, "", "run", "--timed", "pass", "--", "bash", "-c", polls)
	if got != (said{0, "...done\r\n", ""}) {
		t.Errorf("%+v", got)
	}
}

func TestSuspendedIsTold(t *testing.T) {
	got := run(t, "", "run", "--json", "--quiet", "0.1", "--shell", "kill -STOP $$; exit 1")
	if got.status != exitWaiting || !strings.Contains(got.out, `"state":"suspended"`) {
		t.Errorf("%+v", got)
	}
}

func TestJSON(t *testing.T) {
	need(t, "bash")
	got := run(t, "", "run", "--json", "--", "bash", "-c", `printf '10%%\r20%%\r\n'; read -p 'Go? ' x`)
	var o runner.Outcome
	if err := json.Unmarshal([]byte(got.out), &o); err != nil {
		t.Fatalf("%v: %q", err, got.out)
	}
	if got.status != exitWaiting || got.err != "" || strings.Count(got.out, "\n") != 1 {
		t.Errorf("%+v", got)
	}
	if o.State != runner.Waiting || o.Output != "20%\nGo? " || *o.Prompt != "Go?" || o.Wants != runner.WantsLine || !o.HungUp {
		t.Errorf("%s", got.out)
	}
}

func TestEvents(t *testing.T) {
	need(t, "bash")
	got := run(t, "secret words\n", "run", "--events", "--", "bash", "-c", `printf '\303\244'; read -s x; printf '\303'; sleep 0.1; printf '\244'; exit 4`)
	var text strings.Builder
	var last event
	for _, line := range strings.Split(strings.TrimSpace(got.out), "\n") {
		last = event{}
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Fatalf("%v: %q", err, line)
		}
		text.WriteString(last.Text)
	}
	if text.String() != "\u00e4\u00e4" {
		t.Errorf("text %q", text.String())
	}
	if last.Event != "outcome" || last.Outcome == nil || *last.Outcome.Exit != 4 || got.status != 4 {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(got.out, `"event":"answer"`) || strings.Contains(got.out, "secret words") {
		t.Errorf("%s", got.out)
	}
}

func TestStatusFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "status")
	for _, c := range []struct{ script, want string }{
		{"exit 75", "finished 75\n"},
		{"read x", "waiting 75\n"},
		{"kill -KILL $$", "finished 137\n"},
	} {
		run(t, "", "run", "--status-file", file, "--shell", c.script)
		b, err := os.ReadFile(file)
		if err != nil || string(b) != c.want {
			t.Errorf("%s: %q, %v; want %q", c.script, b, err, c.want)
		}
	}
	run(t, "", "run", "--status-file", file, "--", "no-such-program-anywhere")
	if b, err := os.ReadFile(file); err != nil || string(b) != "error 127\n" {
		t.Errorf("%q, %v", b, err)
	}
}

// TestStatusFD: the command does not get the descriptor.
func TestStatusFD(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd := rt(t, "run", "--status-fd", "3", "--shell", "echo x >&3; exit 9")
	cmd.ExtraFiles = []*os.File{w}
	out, _ := cmd.Output()
	_ = w.Close()
	status := readUntil(t, r, "\n")
	if !strings.HasPrefix(status, "finished ") || strings.Contains(status, "x") || !strings.Contains(string(out), "3") {
		t.Errorf("status %q, output %q", status, out)
	}
}

func TestStatusOf(t *testing.T) {
	if got := statusOf(runner.Outcome{State: runner.Unknown}); got != exitUnknown {
		t.Errorf("%d", got)
	}
	if got := statusOf(runner.Outcome{State: "a word of the future"}); got != exitUnknown {
		t.Errorf("%d", got)
	}
	for _, s := range []runner.State{runner.Waiting, runner.Listening, runner.Suspended} {
		if got := statusOf(runner.Outcome{State: s}); got != exitWaiting {
			t.Errorf("%s: %d", s, got)
		}
	}
}

// TestLocalRemembers: a look that starts anew costs several times as much.
func TestLocalRemembers(t *testing.T) {
	if l, ok := local().(helper.Local); !ok || l.Cache == nil {
		t.Errorf("%+v", local())
	}
}
