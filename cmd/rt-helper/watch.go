package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"iter"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
)

// watcher prints the events of one or more watches.
type watcher struct {
	p         program
	ask       asker
	options   client.WatchOptions
	asJSON    bool
	skipShell bool

	mu sync.Mutex
}

// watch follows terminals until they end, or a state is reached.
func (p program) watch(args []string) int {
	f := flag.NewFlagSet("watch [--json] [--until STATE,...] [--timeout D] TTY | --all | --stdin", flag.ContinueOnError)
	asJSON := f.Bool("json", false, "print each event as a JSON object on a line")
	until := f.String("until", "", "end at one of these states, comma-separated; !STATE is any other")
	timeout := f.Duration("timeout", 0, "end after this time")
	settle := f.Duration("settle", 0, "report a state once it has lasted so long")
	lateness := f.Duration("lateness", 0, "how late a change may be reported")
	all := f.Bool("all", false, "every terminal of yours")
	stdin := f.Bool("stdin", false, "read lines \"add TTY\" and \"drop TTY\"")
	skip := f.Bool("skip-shell", false, "leave out readers that lead their session: a shell at its prompt")
	rest, status, ok := p.parse(f, args, 1)
	if !ok {
		return status
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	w := &watcher{p: p, asJSON: *asJSON, skipShell: *skip, options: client.WatchOptions{
		Timeout: *timeout, Settle: *settle, Lateness: *lateness,
	}}
	if *until != "" {
		w.options.Until = strings.Split(*until, ",")
	}
	if err := helper.CheckWatch(w.options); err != nil {
		return p.fail("watch: %v", err)
	}
	w.ask = newAsker(ctx)
	defer w.ask.end()
	switch {
	case *all && !*stdin && len(rest) == 0:
		return w.follow(w.ask.WatchAll(ctx, w.options))
	case *stdin && !*all && len(rest) == 0:
		return w.followLines(ctx, p.in)
	case !*all && !*stdin && len(rest) == 1:
		return w.followOne(ctx, rest[0])
	}
	return p.fail("watch: give one terminal, or --all, or --stdin")
}

func (w *watcher) followOne(ctx context.Context, name string) int {
	t, err := client.OpenTerminal(name)
	if err != nil {
		return w.p.fail("%v", err)
	}
	defer t.Close()
	return w.follow(w.ask.Watch(ctx, t, w.options))
}

// follow prints events; its status is that of the last answer.
func (w *watcher) follow(events iter.Seq2[client.Event, error]) int {
	var last client.Answer
	for e, err := range events {
		if errors.Is(err, context.Canceled) {
			break
		}
		if err != nil {
			return w.p.fail("%v", err)
		}
		last = e.Answer
		w.print(e)
	}
	return exitOf(last)
}

func (w *watcher) print(e client.Event) {
	r := e.Reader
	if w.skipShell && e.Ended == "" && r != nil && r.Leader != nil && *r.Leader {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.asJSON {
		out := json.NewEncoder(w.p.out)
		out.SetEscapeHTML(false)
		_ = out.Encode(struct {
			client.Answer
			Ended string `json:"ended,omitempty"`
		}{e.Answer, e.Ended})
		return
	}
	where := ""
	if e.Terminal != nil {
		where = e.Terminal.Path + "  "
	}
	line := where + e.Sentence()
	if e.Ended != "" {
		line += " (ended: " + e.Ended + ")"
	}
	fmt.Fprintf(w.p.out, "%s  %s\n", time.Now().Format("15:04:05.000"), line)
}
