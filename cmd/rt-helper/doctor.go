package main

import (
	"flag"
	"fmt"

	"github.com/rt-helper/rt-helper/helper"
)

// doctor prints what answers depend on, and returns 1 if something lacks.
func (p program) doctor(args []string) int {
	f := flag.NewFlagSet("doctor", flag.ContinueOnError)
	if _, status, ok := p.parse(f, args, 0); !ok {
		return status
	}
	status := 0
	for _, c := range helper.Checkup() {
		word := "ok     "
		switch c.Level {
		case helper.Limited:
			word, status = "limited", max(status, 1)
		case helper.Broken:
			word, status = "BROKEN ", 1
		}
		fmt.Fprintf(p.out, "%s %s: %s\n", word, c.Name, c.Found)
		if c.Level != helper.Fine {
			fmt.Fprintf(p.out, "        -> %s\n", c.Remedy)
		}
	}
	return status
}
