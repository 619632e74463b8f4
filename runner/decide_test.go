package runner

import (
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

func TestDecide(t *testing.T) {
	now := time.Unix(1000, 0)
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	const s = time.Second
	for _, c := range []struct {
		name string
		view view
		want State
		wait time.Duration // with no outcome yet
	}{
		{"works", view{}, "", time.Hour},
		{"works until a deadline", view{deadline: now.Add(s)}, "", s},
		{"deadline", view{deadline: now}, Timeout, 0},
		{"ended", view{ended: true}, Finished, 0},
		{"ended and waiting", view{ended: true, kind: Waiting}, Finished, 0},
		{"ended at the deadline", view{ended: true, deadline: now}, Finished, 0},
		{"waiting", view{kind: Waiting, since: now}, Waiting, 0},
		{"waiting at the deadline", view{kind: Waiting, deadline: now}, Waiting, 0},
		{"listening just now", view{kind: Listening, since: now, quiet: 3 * s}, "", 3 * s},
		{"listening for long", view{kind: Listening, since: ago(3 * s), quiet: 3 * s}, Listening, 0},
		{"listening, printed", view{kind: Listening, since: ago(9 * s), printed: ago(s), quiet: 3 * s}, "", 2 * s},
		{"listening, printed before", view{kind: Listening, since: ago(3 * s), printed: ago(9 * s), quiet: 3 * s}, Listening, 0},
		{"listening at the deadline", view{kind: Listening, since: now, quiet: 3 * s, deadline: now}, Timeout, 0},
		{"listening for long at the deadline", view{kind: Listening, since: ago(3 * s), quiet: 3 * s, deadline: now}, Listening, 0},
		{"deadline before quiet", view{kind: Listening, since: now, quiet: 3 * s, deadline: now.Add(s)}, "", s},
		{"unknown just now", view{kind: Unknown, reason: client.ReasonBusy, since: ago(s), quiet: 3 * s}, "", 2 * s},
		{"unknown for long", view{kind: Unknown, reason: client.ReasonBusy, since: ago(3 * s), quiet: 3 * s}, Unknown, 0},
		{"no answer yet", view{kind: Unknown, reason: client.ReasonNoReply, since: ago(s), quiet: s}, "", 2 * s},
		{"no answer for long", view{kind: Unknown, reason: client.ReasonNoReply, since: ago(3 * s), quiet: s}, Unknown, 0},
		{"suspended just now", view{kind: Suspended, since: now, quiet: time.Hour}, "", suspendedFor},
		{"suspended", view{kind: Suspended, since: ago(suspendedFor), printed: now, quiet: time.Hour}, Suspended, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, wait := c.view.decide(now)
			if got != c.want || wait != c.wait {
				t.Errorf("%q after %v, want %q after %v", got, wait, c.want, c.wait)
			}
		})
	}
}

func TestKindOf(t *testing.T) {
	yes, no := true, false
	reader := func(program string) *client.Reader { return &client.Reader{Program: program} }
	for _, c := range []struct {
		name   string
		answer client.Answer
		kind   State
		reason client.Reason
	}{
		{"running", client.Answer{State: client.Running}, "", ""},
		{"no foreground", client.Answer{State: client.NoForeground}, "", ""},
		{"stopped", client.Answer{State: client.Stopped}, Suspended, ""},
		{"exclusive", client.Answer{State: client.Waiting, Exclusive: &yes}, Waiting, ""},
		{"bare state", client.Answer{State: client.Waiting}, Waiting, ""},
		{"shared", client.Answer{State: client.Waiting, Exclusive: &no, Reader: reader("node")}, Listening, ""},
		{"shared, reader not told", client.Answer{State: client.Waiting, Exclusive: &no}, Listening, ""},
		{"ssh session", client.Answer{State: client.Waiting, Exclusive: &no, Reader: reader("ssh")}, Unknown, ReasonRemoteRelay},
		{"ssh password", client.Answer{State: client.Waiting, Exclusive: &yes, Reader: reader("ssh")}, Waiting, ""},
		{"docker", client.Answer{State: client.Waiting, Exclusive: &no, Reader: reader("docker")}, Unknown, ReasonRemoteRelay},
		{"unknown", client.Answer{State: client.Unknown, Reason: client.ReasonIOUring}, Unknown, client.ReasonIOUring},
		{"a word of the future", client.Answer{State: "dreaming"}, Unknown, ""},
	} {
		kind, reason := kindOf(c.answer)
		if kind != c.kind || reason != c.reason {
			t.Errorf("%s: %q %q, want %q %q", c.name, kind, reason, c.kind, c.reason)
		}
	}
}
