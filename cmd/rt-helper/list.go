package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
)

func (p program) list(args []string) int {
	f := flag.NewFlagSet("list [--json]", flag.ContinueOnError)
	asJSON := f.Bool("json", false, "print the answers as a JSON array")
	if _, status, ok := p.parse(f, args, 0); !ok {
		return status
	}
	answers, err := helper.List(helper.Caller{UID: uint32(os.Getuid())}, helper.PolicyOwn)
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
