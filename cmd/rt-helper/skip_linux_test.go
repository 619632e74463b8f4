package main

import (
	"os"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// TestSkipShell: a reader that leads its session does not end a watch, and its
// wait is neither told nor the status.
func TestSkipShell(t *testing.T) {
	leads := screenOf(t, os.Geteuid(), "cat")
	other := screenOf(t, os.Geteuid(), "sh", "-c", "cat; :")
	c := cli{socket: noService}
	c.asked(t, exitWaiting, leads.Path())
	c.asked(t, exitWaiting, other.Path())
	for _, w := range []struct {
		on     *screen
		args   []string
		status int
		words  string
	}{
		{leads, []string{"--timeout", "20ms"}, exitUnknown, "(skip-shell)"},
		{leads, []string{"--timeout", "20ms", "--until", "waiting,!unknown"}, exitUnknown, "(ended: timeout)"},
		{leads, []string{"--timeout", "20ms", "--json"}, exitUnknown, `"state":"unknown"`},
		{other, []string{"--timeout", "20ms"}, exitWaiting, "waiting: cat"},
		{other, []string{"--until", "waiting"}, exitWaiting, "(ended: until)"},
		{other, []string{"--until", "!running"}, exitWaiting, "(ended: until)"},
	} {
		r := c.run(t, append([]string{"watch", "--skip-shell", w.on.Path()}, w.args...)...)
		first, _, _ := strings.Cut(r.out, "\n")
		if r.code != w.status || !strings.Contains(first, w.words) || w.on == leads && strings.Contains(r.out, "cat") {
			t.Errorf("%q: %+v", w.args, r)
		}
	}
}

// TestSkipShellAmongAll: nor does it end a watch of many terminals.
func TestSkipShellAmongAll(t *testing.T) {
	leads := screenOf(t, os.Geteuid(), "cat")
	cli{socket: noService}.asked(t, exitWaiting, leads.Path())
	all := cli{socket: noService}.start(t, "watch", "--json", "--skip-shell", "--all", "--until", "waiting")
	lines := cli{socket: noService}.start(t, "watch", "--json", "--skip-shell", "--stdin", "--until", "waiting")
	other := screenOf(t, os.Geteuid(), "sh", "-c", "cat; :")
	if _, err := lines.in.Write([]byte("add " + leads.Path() + "\nadd " + other.Path() + "\n")); err != nil {
		t.Fatal(err)
	}
	for _, b := range []*background{all, lines} {
		line := b.next(t, "the end", func(line string) bool {
			if strings.Contains(line, `"path":"`+leads.Path()+`"`) {
				t.Errorf("it is told: %s", line)
			}
			return eventIn(t, line).Ended == client.EndedUntil
		})
		if e := eventIn(t, line); e.State != client.Waiting || *e.Reader.Leader {
			t.Errorf("%s", line)
		}
	}
	if code := all.end(t); code != exitWaiting && code != exitListening { // root has other terminals
		t.Errorf("status %d", code)
	}
}
