package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/runner"
)

// TestInterruptedTellsWhatThereIs: a signal loses neither the output nor what the
// job did.
func TestInterruptedTellsWhatThereIs(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		for _, form := range []string{"--json", "--events"} {
			printed := filepath.Join(t.TempDir(), "printed")
			cmd := rt(t, "run", form, "--shell", "sleep 0.1; echo hi; >"+printed+"; exec sleep 1000")
			var out bytes.Buffer
			cmd.Stdout = &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
				if _, err := os.Stat(printed); err == nil {
					break
				}
				if time.Now().After(end) {
					t.Fatal("nothing was printed")
				}
			}
			_ = cmd.Process.Signal(s)
			status := statusIn(t, cmd.Wait())
			o := lastOutcome(t, form, out.Bytes())
			if status != exitSignal+int(s) || o.State != stateInterrupted || o.Output != "hi\n" || o.ElapsedMS < 100 {
				t.Errorf("%v, %s: status %d, %s", s, form, status, out.String())
			}
		}
	}
}

func lastOutcome(t *testing.T, form string, out []byte) runner.Outcome {
	t.Helper()
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	last := lines[len(lines)-1]
	var o runner.Outcome
	e := event{Outcome: &o}
	var err error
	if form == "--json" {
		err = json.Unmarshal(last, &o)
	} else {
		err = json.Unmarshal(last, &e)
	}
	if err != nil {
		t.Fatalf("%v: %q", err, out)
	}
	return o
}
