package helper

import (
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

func TestSecret(t *testing.T) {
	cases := []struct {
		name                        string
		echo, canonical, privileged bool
		want                        client.Secret
	}{
		{"a line is shown", true, true, false, client.SecretNo},
		{"and in a privileged program", true, true, true, client.SecretNo},
		{"keys are shown", true, false, false, client.SecretNo},
		{"and in a privileged program", true, false, true, client.SecretNo},
		{"a password", false, true, false, client.SecretYes},
		{"a password of sudo", false, true, true, client.SecretYes},
		{"a line editor", false, false, false, client.SecretMaybe},
		{"sudo with pwfeedback", false, false, true, client.SecretYes},
	}
	for _, c := range cases {
		m := aReader(1)
		m.Find.Settings = &settings{Echo: c.echo, Canonical: c.canonical}
		m.Find.Privileged = c.privileged
		a := judge(aJob(m))
		if a.Secret != c.want || *a.Echo != c.echo || *a.Canonical != c.canonical {
			t.Errorf("%s: secret %q, echo %v, canonical %v", c.name, a.Secret, *a.Echo, *a.Canonical)
		}
	}
}

// TestTimed: a read ends by itself where the line settings say so; a poll ends
// by its own limit only.
func TestTimed(t *testing.T) {
	cases := []struct {
		call             string
		limited, setting bool
		want             bool
	}{
		{"read", false, false, false},
		{"read", false, true, true},
		{"readv", false, true, true},
		{"preadv2", false, true, true},
		{"recvmsg", false, true, false},
		{"poll", false, true, false},
		{"poll", true, false, true},
		{"poll", true, true, true},
		{"select", false, true, false},
		{"epoll_wait", false, true, false},
		{"epoll_wait", true, false, true},
	}
	for _, c := range cases {
		m := aReader(1)
		m.Find.Call, m.Find.Timed, m.Find.Settings = c.call, c.limited, &settings{Timed: c.setting}
		if a := judge(aJob(m)); *a.Timed != c.want {
			t.Errorf("%+v: timed %v", c, *a.Timed)
		}
	}
	m := aReader(1)
	m.Find.Timed = true
	if a := judge(aJob(m)); !*a.Timed {
		t.Error("without settings: not timed")
	}
}
