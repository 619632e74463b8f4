package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"github.com/rt-helper/rt-helper/client"
)

// trace tells who has the kernel's trace, and has the service give it up.
func (p program) trace(args []string) int {
	f := flag.NewFlagSet("trace status|pause|resume", flag.ContinueOnError)
	rest, status, ok := p.parse(f, args, 1)
	if !ok {
		return status
	}
	verb := "status"
	if len(rest) > 0 {
		verb = rest[0]
	}
	ctx := context.Background()
	ask := newAsker(ctx)
	defer ask.end()
	switch verb {
	case "status":
		return p.traceStatus(ctx, ask)
	case "pause":
		return p.control(ctx, ask, ask.PauseTrace, "paused: other tools may trace, and answers that need the trace are unknown until rt-helper trace resume")
	case "resume":
		return p.control(ctx, ask, ask.ResumeTrace, "resumed: the service traces while somebody watches")
	}
	return p.fail("trace: %q is neither status nor pause nor resume", verb)
}

const noTrace = "there is no trace to hold: this system shows waits without one"

func (p program) traceStatus(ctx context.Context, ask asker) int {
	t, err := ask.Trace(ctx)
	if errors.Is(err, client.ErrNoTrace) {
		fmt.Fprintln(p.out, noTrace)
		return 0
	}
	if err != nil {
		return p.fail("trace: %v", err)
	}
	fmt.Fprintln(p.out, holderSentence(t, ask.own))
	if ask.own {
		fmt.Fprintln(p.out, "no service is installed")
		return 0
	}
	fmt.Fprintf(p.out, "watches: %d\n", t.Watchers)
	if t.Reason != "" {
		fmt.Fprintf(p.out, "no trace (%s): %s\n", t.Reason, t.Detail)
	}
	fmt.Fprintf(p.out, "records read: %d, threads known: %d, gaps: %d, starts: %d\n", t.Records, t.Threads, t.Gaps, t.Starts)
	return 0
}

// holderSentence says who has the machine's one trace.
func holderSentence(t client.Trace, own bool) string {
	who := t.Program
	if t.PID > 0 {
		who = fmt.Sprintf("%s[%d]", t.Program, t.PID)
	}
	switch t.Holder {
	case "none":
		return "nobody traces"
	case "self":
		if own {
			return "this program traces"
		}
		return "the service traces"
	case "background":
		return "the system's own tracer has the trace, and gives way: " + who
	case "kernel":
		return "boot arguments started the trace; it cannot be had before the next boot without them"
	case "abandoned":
		return "a tool that died left the trace on: " + who
	}
	return "another tool traces: " + who
}

func (p program) control(ctx context.Context, ask asker, f func(context.Context) error, done string) int {
	if err := f(ctx); errors.Is(err, client.ErrNoTrace) {
		return p.fail("trace: %s", noTrace)
	} else if ask.own {
		return p.fail("trace: there is no service on this machine, and so no trace of its own")
	} else if err != nil {
		return p.fail("trace: %v", err)
	}
	fmt.Fprintln(p.out, done)
	return 0
}
