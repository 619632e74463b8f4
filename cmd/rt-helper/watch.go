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
	p       program
	ask     asker
	options client.WatchOptions
	asJSON  bool
	skip    *skipping // nil: nothing is left out
	unread  func()    // called when an event cannot be printed

	mu sync.Mutex
}

// watch follows terminals until they end, or a state is reached.
func (p program) watch(args []string) int {
	f := flag.NewFlagSet("watch [--json] [--until STATE,...] [--timeout D] [--settle D] [--lateness D] [--skip-shell] TTY | --all | --stdin", flag.ContinueOnError)
	asJSON := f.Bool("json", false, "print each event as a JSON object on a line")
	until := f.String("until", "", "end at one of these states, comma-separated; !STATE is any other")
	timeout := durationFlag(f, "timeout", "end after `D`, such as 90s or 5m")
	settle := durationFlag(f, "settle", "report a state once it has lasted for `D`")
	lateness := durationFlag(f, "lateness", "a change may be reported `D` late")
	all := f.Bool("all", false, "every terminal of yours")
	stdin := f.Bool("stdin", false, "read lines \"add TTY\" and \"drop TTY\"; at their end each terminal is told of at least once")
	skip := f.Bool("skip-shell", false, "leave out readers that lead their session, a shell at its prompt; they end no watch")
	rest, status, ok := p.parse(f, args, 1)
	if !ok {
		return status
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, unread := p.whileRead(ctx)
	w := &watcher{p: p, asJSON: *asJSON, unread: unread, options: client.WatchOptions{
		Timeout: *timeout, Settle: *settle, Lateness: *lateness,
	}}
	if *until != "" {
		w.options.Until = strings.Split(*until, ",")
	}
	if err := helper.CheckWatch(w.options); err != nil {
		return p.fail("watch: %v", err)
	}
	if *skip {
		w.skip = &skipping{w.options.Until}
		w.options.Until = nil
	}
	w.ask = newAsker(ctx)
	defer w.ask.end()
	status = w.run(ctx, *all, *stdin, rest)
	if errors.Is(context.Cause(ctx), errUnread) {
		return exitError
	}
	return status
}

// run watches what the arguments name.
func (w *watcher) run(ctx context.Context, all, stdin bool, names []string) int {
	switch {
	case all && !stdin && len(names) == 0:
		return w.follow(w.ask.WatchAll(ctx, w.options), func() {})
	case stdin && !all && len(names) == 0:
		return w.followLines(ctx, w.p.in)
	case !all && !stdin && len(names) == 1:
		return w.followOne(ctx, names[0], func() {})
	}
	return w.p.fail("watch: give one terminal, or --all, or --stdin")
}

func (w *watcher) followOne(ctx context.Context, name string, told func()) int {
	t, err := client.OpenTerminal(name)
	if err != nil {
		return w.p.fail("%v", err)
	}
	defer t.Close()
	return w.follow(w.ask.Watch(ctx, t, w.options), told)
}

// follow prints events; its status is that of the last answer. It calls told
// after each event.
func (w *watcher) follow(events iter.Seq2[client.Event, error], told func()) int {
	var last client.Answer
	for e, err := range events {
		if errors.Is(err, context.Canceled) {
			break
		}
		if err != nil {
			return w.p.fail("%v", err)
		}
		e, shown := w.skip.pick(e)
		if shown {
			last = e.Answer
			if w.print(e) != nil { // main tells why
				w.unread()
				break
			}
		}
		told()
		if e.Ended == client.EndedUntil {
			break
		}
	}
	return exitOf(last)
}

func (w *watcher) print(e client.Event) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.asJSON {
		out := json.NewEncoder(w.p.out)
		out.SetEscapeHTML(false)
		return out.Encode(struct {
			client.Answer
			Ended string `json:"ended,omitempty"`
		}{e.Answer, e.Ended})
	}
	where := ""
	if e.Terminal != nil {
		where = e.Terminal.Path + "  "
	}
	line := where + e.Sentence()
	if e.Ended != "" {
		line += " (ended: " + e.Ended + ")"
	}
	_, err := fmt.Fprintf(w.p.out, "%s  %s\n", time.Now().Format("15:04:05.000"), line)
	return err
}
