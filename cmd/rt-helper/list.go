package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"text/tabwriter"

	"github.com/rt-helper/rt-helper/client"
)

func (p program) list(args []string) int {
	f := flag.NewFlagSet("list [--json]", flag.ContinueOnError)
	asJSON := f.Bool("json", false, "print the answers as a JSON array")
	if _, status, ok := p.parse(f, args, 0); !ok {
		return status
	}
	ask := newAsker(context.Background())
	defer ask.end()
	answers, err := ask.List(context.Background())
	if err != nil {
		return p.fail("list: %v", err)
	}
	if *asJSON {
		if answers == nil {
			answers = []client.Answer{}
		}
		_ = json.NewEncoder(p.out).Encode(answers)
		return 0
	}
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	for _, a := range answers {
		fmt.Fprintf(w, "%s\t%s\n", a.Terminal.Path, a.Sentence())
	}
	_ = w.Flush()
	return 0
}
