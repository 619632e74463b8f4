package helper

import (
	"strings"
	"testing"
)

func TestParsePolicy(t *testing.T) {
	for text, want := range map[string]Policy{"": PolicyOwn, "own": PolicyOwn, "session": PolicySession} {
		if got, err := ParsePolicy(text); err != nil || got != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"Own", "own ", "sessions", "all", "own,session", "\x00"} {
		if got, err := ParsePolicy(text); err == nil || got != "" || !strings.Contains(err.Error(), "own or session") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

func FuzzParsePolicy(f *testing.F) {
	f.Add("own")
	f.Add("session ")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ParsePolicy(text)
		if err == nil && got != PolicyOwn && got != PolicySession {
			t.Errorf("%q: %q", text, got)
		}
		if err == nil && text != "" && string(got) != text {
			t.Errorf("%q became %q", text, got)
		}
	})
}

func TestRightsOver(t *testing.T) {
	const me, other = 1001, 1002
	cases := []struct {
		name         string
		uid          uint32
		id           identity
		own, session rights
	}{
		{"mine", me, identity{me, true, me}, tellAll, tellAll},
		{"mine, not dumpable", me, identity{me, true, 0}, tellCall, tellCall},
		{"su at its prompt", me, identity{me, false, 0}, tellCall, tellCall},
		{"setgid", me, identity{me, false, me}, tellCall, tellCall},
		{"setuid to a third", me, identity{me, false, other}, tellCall, tellCall},
		{"sudo's command", me, identity{0, true, 0}, tellNothing, tellState},
		{"somebody else's", me, identity{other, true, other}, tellNothing, tellState},
		{"somebody else's, effectively mine", me, identity{other, false, me}, tellNothing, tellState},
		{"root asks about himself", 0, identity{0, true, 0}, tellAll, tellAll},
		{"root asks about somebody", 0, identity{other, true, other}, tellAll, tellAll},
		{"root asks about su", 0, identity{me, false, 0}, tellAll, tellAll},
	}
	for _, c := range cases {
		for policy, want := range map[Policy]rights{PolicyOwn: c.own, PolicySession: c.session, "": c.own} {
			if got := rightsOver(Caller{UID: c.uid}, policy, c.id); got != want {
				t.Errorf("%s, policy %q: %d, want %d", c.name, policy, got, want)
			}
		}
	}
}

// TestRightsGrow: judge compares rights by size.
func TestRightsGrow(t *testing.T) {
	if !(tellNothing < tellState && tellState < tellCall && tellCall < tellAll) {
		t.Error("the rights are out of order")
	}
	if tellNothing != rights(0) {
		t.Error("a member that nobody looked at has rights")
	}
}
