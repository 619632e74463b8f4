package helper

import (
	"slices"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// aRelay reads the terminal only to pass it on to another, whose job's answer
// is given.
func aRelay(pid int, program string, inner client.Answer) member {
	m := aReader(pid)
	m.Program, m.Find.Call, m.Find.Inner = program, "ppoll", &inner
	return m
}

func TestRelay(t *testing.T) {
	inner := judge(aJob(aReader(20)))
	none, stop := client.Answer{State: client.NoForeground}, client.Answer{State: client.Stopped}
	running, dark := client.Answer{State: client.Running}, unknown(problem{client.ReasonIOUring, "a ring"})
	cases := []struct {
		name string
		f    facts
		want outcome
	}{
		{"its job waits", aJob(aRelay(1, "sudo", inner)), waitingIn(20)},
		{"its job works", aJob(aRelay(1, "sudo", running)), outcome{State: client.Running}},
		{"its job cannot be told", aJob(aRelay(1, "sudo", dark)), unknownFor(client.ReasonIOUring)},
		{"its job is stopped: the holder reads", aJob(aRelay(1, "mc", stop)), waitingIn(1)},
		{"its job is gone: the holder reads", aJob(aRelay(1, "mc", none)), waitingIn(1)},
		{"its job works, another member waits", aJob(aRelay(1, "script", running), aReader(2)), waitingIn(2)},
		{"its job cannot be told, another member waits", aJob(aRelay(1, "script", dark), aReader(2)), waitingIn(2)},
		{"its job works, another member cannot be told", aJob(aRelay(1, "script", running), doubtful(2, client.ReasonTooBig)), unknownFor(client.ReasonTooBig)},
		{"a stopped relay", aJob(altered(aRelay(1, "script", inner), func(m *member) { m.Stopped = true }), busy(2)), outcome{State: client.Running}},
		{"outside the job", aJob(busy(1)).and(aRelay(9, "screen", inner)), waitingOutside(20)},
		{"outside, its job works", aJob(busy(1)).and(aRelay(9, "screen", running)), outcome{State: client.Running}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := outcomeOf(judge(c.f)); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

// TestVia: the relays are named, outermost first, and the rest is the inner
// answer's.
func TestVia(t *testing.T) {
	cat := judge(aJob(aReader(30, "pipe")))
	cat.Terminal = &client.Device{Path: "/dev/pts/9"}
	script := judge(aJob(aRelay(20, "script", cat)))
	sudo := judge(aJob(aRelay(10, "sudo", script)))
	if want := []string{"sudo", "script"}; !slices.Equal(sudo.Via, want) {
		t.Errorf("via %v, want %v", sudo.Via, want)
	}
	if !slices.Equal(script.Via, []string{"script"}) || len(cat.Via) != 0 {
		t.Errorf("the inner answers were changed: %v, %v", script.Via, cat.Via)
	}
	if sudo.Terminal != nil {
		t.Errorf("the inner terminal is told: %+v", sudo.Terminal)
	}
	if sudo.Reader.PID != 30 || sudo.Reader.Program != "cat" || *sudo.Exclusive || !slices.Equal(sudo.Also, []string{"pipe"}) || sudo.Wait != cat.Wait {
		t.Errorf("got %+v", sudo)
	}
}

// TestViaOutside: a reader outside the inner job is one outside the outer, too.
func TestViaOutside(t *testing.T) {
	pinentry := judge(aJob(busy(1)).and(aReader(30)))
	if a := judge(aJob(aRelay(10, "script", pinentry))); a.Scope != client.ScopeOutside {
		t.Errorf("scope %q", a.Scope)
	}
}

// TestRelayTold: how much is told of a relay, and of what is behind it, is
// decided for each by itself.
func TestRelayTold(t *testing.T) {
	own := judge(aJob(aReader(20)))
	bare := judge(aJob(altered(aReader(20), func(m *member) { m.Rights = tellState })))
	rightsTo := func(r rights, inner client.Answer) client.Answer {
		return judge(aJob(altered(aRelay(1, "sudo", inner), func(m *member) { m.Rights = r })))
	}
	if a := rightsTo(tellCall, own); a.Reader == nil || a.Reader.PID != 20 || len(a.Via) != 1 {
		t.Errorf("a privileged relay before one's own job: %+v", a)
	}
	if a := rightsTo(tellAll, bare); a.State != client.Waiting || a.Reader != nil || len(a.Via) != 1 {
		t.Errorf("one's own relay before somebody else's job: %+v", a)
	}
	if got := keys(t, rightsTo(tellState, own)); !slices.Equal(got, []string{"state"}) {
		t.Errorf("somebody else's relay: %v", got)
	}
}
