package helper

import (
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// TestDetail: the sentence keeps what the leaf said, and adds a remedy where
// there is one.
func TestDetail(t *testing.T) {
	const what = "process 12: permission denied"
	remedies := map[client.Reason]string{
		client.ReasonNotPermitted:      "as root",
		client.ReasonHelperMissing:     "service",
		client.ReasonPtraceScope:       "kernel.yama.ptrace_scope",
		client.ReasonUnsupported:       "rt-helper doctor",
		client.ReasonTooBig:            "one question",
		client.ReasonIOUring:           "program itself",
		client.ReasonMultiplexer:       "window",
		client.ReasonStalledTarget:     "again",
		client.ReasonAmbiguousTerminal: "",
		client.ReasonBusy:              "",
	}
	for reason, remedy := range remedies {
		got := detailOf(reason, what)
		if !strings.HasPrefix(got, what) || !strings.Contains(got, remedy) {
			t.Errorf("%s: %q", reason, got)
		}
		if (got == what) != (remedy == "") {
			t.Errorf("%s: remedy in %q, want %q", reason, got, remedy)
		}
	}
}

func TestOtherUser(t *testing.T) {
	got := otherUser(member{PID: 812, Program: "secret-program", Rights: tellNothing})
	if !strings.Contains(got, "812") || !strings.Contains(got, "--policy session") {
		t.Errorf("it does not say which process, or what to do: %q", got)
	}
	if strings.Contains(got, "secret-program") {
		t.Errorf("it tells the program: %q", got)
	}
}
