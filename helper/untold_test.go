package helper

import (
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// TestUntold: what was not seen is left out, and never said to be false.
func TestUntold(t *testing.T) {
	read := func(u untold, also ...string) member {
		return altered(aReader(1, also...), func(m *member) { m.Find.Untold = u })
	}
	if a := judge(aJob(read(untold{Others: true}))); a.Exclusive != nil || a.Wait == "" || a.Timed == nil {
		t.Errorf("other threads: %+v", a)
	}
	if a := judge(aJob(read(untold{Others: true}, "socket"))); a.Exclusive == nil || *a.Exclusive || !a.Listening() {
		t.Errorf("other threads, and a socket: %+v", a)
	}
	if a := judge(aJob(read(untold{Wait: true}))); a.State != client.Waiting || a.Wait != "" || a.Reader == nil {
		t.Errorf("inferred: %+v", a)
	}
	if a := judge(aJob(read(untold{Timed: true}))); a.Timed != nil || a.Exclusive == nil {
		t.Errorf("time limit: %+v", a)
	}
}

func TestEndsByItself(t *testing.T) {
	for _, c := range []struct {
		name string
		f    finding
		want string
	}{
		{"it does not", finding{Call: "read"}, "false"},
		{"it does", finding{Call: "poll", Timed: true}, "true"},
		{"not known", finding{Call: "select", Untold: untold{Timed: true}}, "nothing"},
		{"known to, whatever else", finding{Call: "select", Timed: true, Untold: untold{Timed: true}}, "true"},
		{"a read of a terminal with a limit", finding{Call: "readv", Settings: &settings{Timed: true}}, "true"},
		{"a poll of it has none of its own", finding{Call: "poll", Settings: &settings{Timed: true}}, "false"},
		{"no call", finding{Settings: &settings{Timed: true}}, "false"},
	} {
		got := "nothing"
		if p := endsByItself(c.f); p != nil {
			got = map[bool]string{true: "true", false: "false"}[*p]
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
