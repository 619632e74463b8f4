package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

// event is a line of watch --json.
type event struct {
	client.Answer
	Ended string `json:"ended"`
}

func eventIn(t *testing.T, line string) (e event) {
	t.Helper()
	if err := json.Unmarshal([]byte(line), &e); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	return e
}

func is(s client.State) func(string) bool {
	return func(line string) bool { return strings.Contains(line, `"state":"`+string(s)+`"`) }
}

// TestWatchEnds: how a watch of one terminal ends, and its status.
func TestWatchEnds(t *testing.T) {
	waiting := screenOf(t, os.Geteuid(), "cat")
	working := screenOf(t, os.Geteuid(), "sleep", "3600")
	cli{socket: noService}.asked(t, exitWaiting, waiting.Path())
	cli{socket: noService}.asked(t, exitRunning, working.Path())
	for how, socket := range map[string]string{"without a service": noService, "with a service": serve(t)} {
		t.Run(how, func(t *testing.T) {
			c := cli{socket: socket}
			for _, w := range []struct {
				args   []string
				status int
				words  string
			}{
				{[]string{"--until", "waiting", waiting.Path()}, exitWaiting, "waiting: cat (process "},
				{[]string{waiting.Path(), "--until", "stopped,!running"}, exitWaiting, "(ended: until)"},
				{[]string{"--until", "!waiting", working.Path()}, exitRunning, "running (ended: until)"},
				{[]string{"--timeout", "20ms", working.Path()}, exitRunning, "running (ended: timeout)"},
				{[]string{"--timeout", "0.02", working.Path()}, exitRunning, "running (ended: timeout)"},
				{[]string{"--until", "waiting", "--settle", "20ms", waiting.Path()}, exitWaiting, "(ended: until)"},
				{[]string{"--json", "--until", "waiting", waiting.Path()}, exitWaiting, `"ended":"until"}`},
			} {
				r := c.run(t, append([]string{"watch"}, w.args...)...)
				if r.code != w.status || !strings.Contains(r.out, w.words) || r.err != "" {
					t.Errorf("%q: %+v", w.args, r)
				}
			}
		})
	}
}

// TestWatchFollows: each change is a line, and the end of the terminal is the
// last.
func TestWatchFollows(t *testing.T) {
	s := screenOf(t, os.Geteuid(), "cat")
	b := cli{socket: noService}.start(t, "watch", "--json", s.Path())
	first := eventIn(t, b.next(t, "the first wait", is(client.Waiting)))
	if _, err := s.Master().WriteString("a line\n"); err != nil {
		t.Fatal(err)
	}
	b.next(t, "another wait", func(line string) bool {
		e := eventIn(t, line)
		return e.State == client.Waiting && e.Wait != first.Wait
	})
	if err := s.cmd.Process.Signal(unix.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	b.next(t, "a stop", is(client.Stopped))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	last := eventIn(t, b.next(t, "the end", func(line string) bool { return eventIn(t, line).Ended != "" }))
	if last.Ended != client.EndedGone || b.end(t) != exitRunning {
		t.Errorf("the last event: %+v, status %d", last, b.ProcessState.ExitCode())
	}
}

// TestWatchInterrupted: signals end a watch, whatever it reads.
func TestWatchInterrupted(t *testing.T) {
	s := screenOf(t, os.Geteuid(), "cat")
	for _, args := range [][]string{{s.Path()}, {"--stdin"}, {"--all"}} {
		for _, signal := range []unix.Signal{unix.SIGINT, unix.SIGTERM} {
			b := cli{socket: noService}.start(t, append([]string{"watch", "--json"}, args...)...)
			if args[0] == "--stdin" {
				_, _ = b.in.Write([]byte("add " + s.Path() + "\n"))
			}
			b.next(t, "an event", func(line string) bool { return strings.Contains(line, s.Path()) })
			if err := b.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			if code := b.end(t); code < 0 || b.errs.Len() > 0 {
				t.Errorf("%q, %v: status %d, %s", args, signal, code, b.errs)
			}
		}
	}
}

// TestWatchLines: terminals come and go by lines of the input.
func TestWatchLines(t *testing.T) {
	first, second := screenOf(t, os.Geteuid(), "cat"), screenOf(t, os.Geteuid(), "cat")
	b := cli{socket: noService}.start(t, "watch", "--json", "--stdin")
	say := func(line string) {
		if _, err := b.in.Write([]byte(line + "\n")); err != nil {
			t.Fatal(err)
		}
	}
	about := func(s *screen, more string) func(string) bool {
		return func(line string) bool {
			return strings.Contains(line, `"path":"`+s.Path()+`"`) && strings.Contains(line, more)
		}
	}
	say("add " + first.Path())
	b.next(t, "the first", about(first, "waiting"))
	say("add " + second.Path())
	b.next(t, "the second", about(second, "waiting"))
	say("drop " + second.Path())
	say("add /dev/null")
	say("nonsense")
	say("drop " + second.Path())
	say("add " + second.Path()) // a new watch tells the state again
	b.next(t, "the second again", about(second, "waiting"))
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	b.next(t, "the first one's end", about(first, client.EndedGone))
	again := screenOf(t, os.Geteuid(), "cat") // mostly of the same name
	await(t, "the name's end", func() bool {
		say("add " + again.Path())
		return len(b.lines) > 0
	})
	b.next(t, "another one of the name", about(again, "waiting"))
	_ = b.in.Close()
	if code := b.end(t); code != 0 {
		t.Errorf("status %d", code)
	}
	for _, words := range []string{"/dev/null: ", `"nonsense" is neither`, `"drop ` + second.Path() + `" is neither`} {
		if !strings.Contains(b.errs.String(), words) {
			t.Errorf("%q is not in %s", words, b.errs)
		}
	}
}

// TestWatchInputEnds: the end of the input does not come before the answers.
func TestWatchInputEnds(t *testing.T) {
	first, second := screenOf(t, os.Geteuid(), "cat"), screenOf(t, os.Geteuid(), "cat")
	for range 5 {
		cmd := cli{socket: noService}.command("watch", "--stdin")
		cmd.Stdin = strings.NewReader("add " + first.Path() + "\nadd /dev/null\nadd " + second.Path() + "\n")
		r := finish(t, cmd)
		if r.code != 0 || !strings.Contains(r.out, first.Path()) || !strings.Contains(r.out, second.Path()) {
			t.Errorf("%+v", r)
		}
	}
}

// TestWatchShutdown: that the service is gone is told, and is no success.
func TestWatchShutdown(t *testing.T) {
	s := screenOf(t, os.Geteuid(), "cat")
	socket := filepath.Join(publicDir(t), "s")
	c := cli{socket: socket}
	service := c.start(t, "serve", "--socket", socket)
	await(t, "the service", func() bool { return c.run(t, "list").code == 0 })
	b := c.start(t, "watch", "--json", s.Path())
	b.next(t, "a wait", is(client.Waiting))
	if err := service.Process.Signal(unix.SIGTERM); err != nil {
		t.Fatal(err)
	}
	last := eventIn(t, b.next(t, "the end", func(line string) bool { return eventIn(t, line).Ended != "" }))
	if last.Ended != client.EndedShutdown || last.State != client.Unknown || b.end(t) != exitUnknown {
		t.Errorf("the last event: %+v, status %d", last, b.ProcessState.ExitCode())
	}
}
