package runner

import (
	"encoding/json"
	"strings"
	"syscall"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

func TestWants(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		name   string
		answer client.Answer
		edits  bool
		want   Wants
	}{
		{"canonical", client.Answer{State: client.Waiting, Canonical: &yes}, false, WantsLine},
		{"raw, no line editor", client.Answer{State: client.Waiting, Canonical: &no}, false, WantsKeys},
		{"raw, line editor", client.Answer{State: client.Waiting, Canonical: &no}, true, WantsLine},
		{"password", client.Answer{State: client.Waiting, Canonical: &yes, Secret: client.SecretYes}, true, WantsSecret},
		{"perhaps a password", client.Answer{State: client.Waiting, Canonical: &no, Secret: client.SecretMaybe}, true, WantsLine},
		{"settings not told", client.Answer{State: client.Waiting}, true, ""},
		{"does not wait", client.Answer{State: client.Running, Canonical: &yes}, true, ""},
	} {
		if got := wants(c.answer, c.edits); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSentence(t *testing.T) {
	sudo := &client.Reader{PID: 26660, Program: "sudo", Call: "read"}
	text := func(s string) *string { return &s }
	number := func(n int) *int { return &n }
	for _, c := range []struct {
		outcome Outcome
		want    string
	}{
		{Outcome{State: Finished, Exit: number(7)}, "[finished: exit 7]"},
		{Outcome{State: Finished, Exit: number(0), InputLeft: true}, "[finished: exit 0; not all of the input was used]"},
		{Outcome{State: Finished, Exit: number(143), Signal: "SIGTERM"}, "[finished: killed by SIGTERM]"},
		{Outcome{State: Waiting, Reader: sudo, Wants: WantsSecret, Prompt: text("[sudo] password for x:")},
			"[waiting: sudo (pid 26660) in read wants a secret; prompt: [sudo] password for x:]"},
		{Outcome{State: Waiting, Reader: sudo, Wants: WantsLine, Via: []string{"script"}, Prompt: text(""), HungUp: true},
			"[waiting: sudo (pid 26660) in read through script wants a line; asks without showing a prompt; the job is hung up]"},
		{Outcome{State: Waiting, Timed: true, Prompt: text("a\u202eb\x1b")},
			"[waiting: a program wants input; for a limited time; prompt: a\ufffdb\ufffd]"},
		{Outcome{State: Listening, Reader: &client.Reader{PID: 5, Program: "node", Call: "epoll_pwait"}, Wants: WantsKeys, Also: []string{"socket"}},
			"[listening: node (pid 5) in epoll_pwait wants keys; also socket; asks without showing a prompt]"},
		{Outcome{State: Suspended}, "[suspended: every process of the job is stopped]"},
		{Outcome{State: Unknown, Reason: client.ReasonBusy, Detail: "try again"}, "[unknown: busy: try again]"},
		{Outcome{State: Timeout, Job: client.Running}, "[timeout: the job was running]"},
		{Outcome{State: Timeout}, "[timeout: the command has not ended, it cannot be told whether it works or waits]"},
		{Outcome{State: Timeout, Job: client.Unknown, Reason: client.ReasonBusy, Detail: "try again"},
			"[timeout: the command has not ended, it cannot be told whether it works or waits: busy: try again]"},
		{Outcome{State: Timeout, Job: client.NoForeground}, "[timeout: the command has not ended, no job is in the foreground]"},
		{Outcome{State: Timeout, Job: client.Waiting, Reader: sudo, Wants: WantsKeys},
			"[timeout: the job was waiting: sudo (pid 26660) in read wants keys]"},
	} {
		if got := c.outcome.Sentence(); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

func TestRemoteRelayNamesTheProgram(t *testing.T) {
	var o Outcome
	o.setAnswer(result{Unknown, client.Answer{State: client.Waiting, Reader: &client.Reader{Program: "ssh"}}})
	if o.Reason != ReasonRemoteRelay || !strings.Contains(o.Detail, "ssh") {
		t.Errorf("reason %q, detail %q", o.Reason, o.Detail)
	}
}

func TestLongPromptIsCut(t *testing.T) {
	var o Outcome
	o.setPrompt(strings.Repeat("x", 1000) + "end?")
	if n := len(*o.Prompt); n != longestPrompt || !strings.HasSuffix(*o.Prompt, "end?") {
		t.Errorf("%d characters: %q", n, *o.Prompt)
	}
}

// TestJSONKeepsZero: an exit status of 0 and an empty prompt are told.
func TestJSONKeepsZero(t *testing.T) {
	o := Outcome{State: Finished}
	o.setExit(Exit{})
	o.setPrompt("")
	b, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"exit":0`, `"prompt":""`, `"output":""`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("%s lacks %s", b, want)
		}
	}
}

func TestSignalName(t *testing.T) {
	if got := signalName(syscall.SIGKILL); got != "SIGKILL" {
		t.Errorf("%q", got)
	}
	if got := signalName(syscall.Signal(200)); got != "signal 200" {
		t.Errorf("%q", got)
	}
}
