package runner_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/runner"
)

// TestThroughSudo: as sudo gives the command a terminal of its own, what waits
// is the command behind it, and what works is told as work.
func TestThroughSudo(t *testing.T) {
	need(t, "sudo")
	if os.Getuid() != 0 {
		t.Skip("root required: sudo must not ask for a password")
	}
	j := start(t, "sudo", "-u", "nobody", "sh", "-c", "sleep 0.3; printf 'Inner? '; read x; sleep 0.3; echo \"<$x>\"")
	o := outcomeOf(t, j)
	if o.State != runner.Waiting || o.Reader == nil || o.Reader.Program != "sh" || *o.Prompt != "Inner?" {
		t.Fatalf("%s", o.Sentence())
	}
	if len(o.Via) > 0 && !slices.Equal(o.Via, []string{"sudo"}) {
		t.Errorf("through %q", o.Via)
	}
	if err := j.Type(within(t), []byte("yes\r")); err != nil {
		t.Fatal(err)
	}
	if o := outcomeOf(t, j); o.State != runner.Finished || !strings.HasSuffix(o.Output, "<yes>\n") {
		t.Errorf("%s, output %q", o.Sentence(), o.Output)
	}
}

// TestRelayRounds: typed text goes through a relay, whose reader is asleep
// meanwhile, and the prompt comes back through it.
func TestRelayRounds(t *testing.T) {
	need(t, "script")
	j := start(t, "script", "-q", "-c", `sh -c 'while read x; do printf "got $x> "; done'`, "/dev/null")
	if o := outcomeOf(t, j); o.State != runner.Waiting {
		t.Fatalf("%s", o.Sentence())
	}
	for round := range 60 {
		n := itoa(round)
		if err := j.Type(within(t), []byte(n+"\r")); err != nil {
			t.Fatal(err)
		}
		o := outcomeOf(t, j)
		if want := "got " + n + ">"; o.State != runner.Waiting || *o.Prompt != want {
			t.Fatalf("round %d: %s, want the prompt %q", round, o.Sentence(), want)
		}
	}
}

// TestOutsideReader: a process in a session of its own asks on this terminal.
func TestOutsideReader(t *testing.T) {
	need(t, "setsid")
	need(t, "bash")
	o := outcomeOf(t, start(t, "setsid", "-w", "bash", "-c", "read -p 'Outside? ' x"))
	if o.State != runner.Waiting || *o.Prompt != "Outside?" || o.Reader.Program != "bash" {
		t.Errorf("%s", o.Sentence())
	}
}

// TestTimedRead ends by itself: first it waits, then the command finishes.
func TestTimedRead(t *testing.T) {
	need(t, "bash")
	j := start(t, "bash", "-c", "read -t 1 -p 'Quick? ' x; echo over")
	if o := outcomeOf(t, j); o.State != runner.Waiting || !o.Timed {
		t.Errorf("%s", o.Sentence())
	}
	o, err := j.Drive(within(t), neverReads{}, runner.Limits{Quiet: patience})
	if err != nil || o.State != runner.Finished || !strings.HasSuffix(o.Output, "over\n") {
		t.Errorf("%s, %v", o.Sentence(), err)
	}
}

// neverReads is input that does not come.
type neverReads struct{}

func (neverReads) Read([]byte) (int, error) {
	time.Sleep(patience)
	return 0, os.ErrClosed
}

// TestSecretsLeaveNoTrace: neither in the outcome nor in anybody's arguments.
func TestSecretsLeaveNoTrace(t *testing.T) {
	need(t, "bash")
	j := start(t, "bash", "-c", "read -s -p 'Password: ' x; echo; read -p 'Sure? ' y")
	if o := outcomeOf(t, j); o.Wants != runner.WantsSecret {
		t.Fatalf("%s", o.Sentence())
	}
	if err := j.Type(within(t), []byte("hunter2\r")); err != nil {
		t.Fatal(err)
	}
	o := outcomeOf(t, j)
	if *o.Prompt != "Sure?" || strings.Contains(o.Output+o.Sentence(), "hunter2") {
		t.Errorf("%s, output %q", o.Sentence(), o.Output)
	}
}
