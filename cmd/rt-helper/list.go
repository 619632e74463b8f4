package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"text/tabwriter"

	"github.com/rt-helper/rt-helper/client"
)

// list prints every terminal of the caller, once or as a live table.
func (p program) list(args []string) int {
	f := flag.NewFlagSet("list [--json] [--watch]", flag.ContinueOnError)
	asJSON := f.Bool("json", false, "print the answers as a JSON array")
	live := f.Bool("watch", false, "keep a table up to date (needs a terminal; elsewhere use watch --all)")
	if _, status, ok := p.parse(f, args, 0); !ok {
		return status
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ask := newAsker(ctx)
	defer ask.end()
	if *live {
		return p.liveList(ctx, ask, *asJSON)
	}
	answers, err := ask.List(ctx)
	if err != nil {
		return p.fail("list: %v", err)
	}
	slices.SortFunc(answers, func(a, b client.Answer) int { return comparePaths(pathOf(a), pathOf(b)) })
	if *asJSON {
		if answers == nil {
			answers = []client.Answer{}
		}
		_ = json.NewEncoder(p.out).Encode(answers)
		return 0
	}
	p.table(answers)
	return 0
}

func pathOf(a client.Answer) string {
	if a.Terminal == nil {
		return ""
	}
	return a.Terminal.Path
}

func (p program) table(answers []client.Answer) {
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	for _, a := range answers {
		if a.Terminal != nil {
			fmt.Fprintf(w, "%s\t%s\n", a.Terminal.Path, a.Sentence())
		}
	}
	_ = w.Flush()
}
