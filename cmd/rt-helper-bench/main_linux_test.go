package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if done, status := hidden(os.Args[1:]); done {
		os.Exit(status)
	}
	os.Exit(m.Run())
}

func TestFlags(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"-h"}, 0, "-only"},
		{[]string{"-only", "("}, 2, "-only: error parsing regexp"},
		{[]string{"-short", "query"}, 2, `what is "query"?`},
		{[]string{"-nonsense"}, 2, "not defined: -nonsense"},
	} {
		var out, log bytes.Buffer
		if got := run(c.args, &out, &log); got != c.status || !strings.Contains(log.String(), c.says) {
			t.Errorf("%q: status %d, want %d, and %q in:\n%s", c.args, got, c.status, c.says, log.String())
		}
		if out.Len() > 0 {
			t.Errorf("%q printed %q", c.args, out.String())
		}
	}
}

func TestRoundsFlag(t *testing.T) {
	b, err := parse([]string{"-short", "-rounds", "7"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.scale.rounds[0].rounds; got != 7 {
		t.Errorf("%d rounds, want 7", got)
	}
	if got := b.scale.rounds[1].rounds; got == 7 {
		t.Error("rounds with work were changed too")
	}
}

func TestHiddenCommandsSayWhatTheyNeed(t *testing.T) {
	for _, name := range []string{serveCommand, readerCommand, threadsCommand, askCommand} {
		err := commands()[name](nil)
		if err == nil || !strings.Contains(err.Error(), "usage: "+name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if done, _ := hidden([]string{"-short"}); done {
		t.Error("a flag was taken for a hidden command")
	}
	if done, _ := hidden(nil); done {
		t.Error("nothing was taken for a hidden command")
	}
}
