package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

func (p program) query(args []string) int {
	f := flag.NewFlagSet("query [--json] [--explain] [--wait D] [--fd N] TTY", flag.ContinueOnError)
	asJSON := f.Bool("json", false, "print the answer as one JSON object")
	explain := f.Bool("explain", false, "say what was looked at")
	fd := f.Int("fd", -1, "ask about the terminal behind this open descriptor: a pty master or a slave")
	wait := durationFlag(f, "wait", "if it cannot be told now, watch for at most `D` until it can")
	rest, status, ok := p.parse(f, args, 1)
	if !ok {
		return status
	}
	t, err := openTerminal(*fd, rest)
	if err != nil {
		return p.fail("%v", err)
	}
	defer t.Close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	ask := newAsker(ctx)
	defer ask.end()
	a, evidence, err := ask.patiently(ctx, t, *wait, *explain)
	if err != nil {
		return p.fail("%v", err)
	}
	p.show(a, evidence, *asJSON)
	return exitOf(a)
}

// patiently asks, and watches for a while if that is not enough: while somebody
// watches macOS shows more, and whatever kept the answer back may pass.
func (a asker) patiently(ctx context.Context, t *client.Terminal, wait time.Duration, explain bool) (client.Answer, []string, error) {
	answer, evidence, err := a.Explain(ctx, t, "", explain)
	if err != nil || wait <= 0 || answer.State != client.Unknown {
		return answer, evidence, err
	}
	for e, err := range a.Watch(ctx, t, client.WatchOptions{Until: []string{"!unknown"}, Timeout: wait}) {
		if err != nil {
			return client.Answer{}, nil, err
		}
		answer, evidence = e.Answer, nil
		if explain && answer.State != client.Unknown {
			// What led to it; the answer may have changed meanwhile.
			if again, lines, err := a.Explain(ctx, t, "", true); err == nil && again.State != client.Unknown {
				answer, evidence = again, lines
			}
		}
	}
	return answer, evidence, ctx.Err()
}

// openTerminal names the terminal by descriptor or by path, just one of them.
func openTerminal(fd int, args []string) (*client.Terminal, error) {
	if fd >= 0 {
		if len(args) > 0 {
			return nil, fmt.Errorf("give either --fd or a terminal, not both")
		}
		f := os.NewFile(uintptr(fd), fmt.Sprintf("descriptor %d", fd))
		if f == nil {
			return nil, fmt.Errorf("descriptor %d is not open", fd)
		}
		return client.FromFile(f)
	}
	if len(args) == 0 {
		return nil, fmt.Errorf("name a terminal, such as /dev/pts/3; tty(1) prints the one you are on")
	}
	return client.OpenTerminal(args[0])
}

func (p program) show(a client.Answer, evidence []string, asJSON bool) {
	if asJSON {
		e := json.NewEncoder(p.out)
		e.SetEscapeHTML(false)
		_ = e.Encode(struct {
			client.Answer
			Evidence []string `json:"evidence,omitempty"`
		}{a, evidence})
		return
	}
	fmt.Fprintln(p.out, a.Sentence())
	for _, line := range evidence {
		fmt.Fprintln(p.out, "  "+line)
	}
}

// exitOf is the exit status that stands for an answer.
func exitOf(a client.Answer) int {
	switch {
	case a.Listening():
		return exitListening
	case a.State == client.Waiting:
		return exitWaiting
	case a.State == client.Running, a.State == client.Stopped, a.State == client.NoForeground:
		return exitRunning
	}
	return exitUnknown
}
