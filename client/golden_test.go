package client

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGolden: typical answers, as every client sees them, keep their form.
func TestGolden(t *testing.T) {
	want := map[string]string{
		"waiting":   "waiting: cat (process 4711) in read on descriptor 0",
		"secret":    "waiting: sudo (process 4801) in read on descriptor 6; a secret: what is typed is not shown",
		"listening": "listening: node (process 4900) in epoll_pwait on descriptor 0; echo is off: keys, or a line editor; also waits for inotify, socket",
		"running":   "running",
		"unknown":   "cannot tell (other-user): the job has a member",
		"via":       "waiting: bash (process 5120) in pselect6 on descriptor 0, reached through sudo, script; echo is off",
	}
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) != len(want) {
		t.Fatalf("%q, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		in := json.NewDecoder(bytes.NewReader(text))
		in.DisallowUnknownFields()
		var a Answer
		if err := in.Decode(&a); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		again, err := json.MarshalIndent(a, "", "  ")
		if err != nil || string(again)+"\n" != string(text) {
			t.Errorf("%s: %v, encoded again:\n%s", file, err, again)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		if s := a.Sentence(); !strings.HasPrefix(s, want[name]) {
			t.Errorf("%s: %q", file, s)
		}
	}
}

// TestLeftOut: what is not known is not sent.
func TestLeftOut(t *testing.T) {
	if b, err := json.Marshal(Answer{State: Waiting}); err != nil || string(b) != `{"state":"waiting"}` {
		t.Errorf("%s, %v", b, err)
	}
	yes, no := true, false
	b, err := json.Marshal(Answer{State: Waiting, Exclusive: &no, Echo: &no, Timed: &yes})
	if err != nil || string(b) != `{"state":"waiting","exclusive":false,"timed":true,"echo":false}` {
		t.Errorf("%s, %v", b, err)
	}
}

func TestSentence(t *testing.T) {
	yes, no := true, false
	for want, a := range map[string]Answer{
		"nothing to tell":     {},
		"waiting for input":   {State: Waiting},
		"listening for input": {State: Waiting, Exclusive: &no},
		"stopped: every process of the foreground job is stopped": {State: Stopped},
		"no foreground job": {State: NoForeground},
		"waiting: cat (process 7), outside the foreground job": {State: Waiting, Scope: ScopeOutside, Reader: &Reader{PID: 7, Program: "cat"}},
		"waiting: cat (process 7); for a limited time":         {State: Waiting, Timed: &yes, Reader: &Reader{PID: 7, Program: "cat"}},
		"waiting: cat (process 7)":                             {State: Waiting, Timed: &no, Secret: SecretNo, Reader: &Reader{PID: 7, Program: "cat"}},
		"cannot tell (busy): later":                            {State: Unknown, Reason: ReasonBusy, Detail: "later"},
	} {
		if got := a.Sentence(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
