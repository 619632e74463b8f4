package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
)

// doctor prints what answers depend on, and returns 1 if something lacks.
func (p program) doctor(args []string) int {
	f := flag.NewFlagSet("doctor", flag.ContinueOnError)
	if _, status, ok := p.parse(f, args, 0); !ok {
		return status
	}
	service, served := serviceCheck()
	status := 0
	for _, c := range append(helper.Checkup(), service) {
		if c.Own && served && c.Level == helper.Limited {
			c.Level, c.Found = helper.Fine, c.Found+"; the service is not limited so"
		}
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

// serviceCheck tells whether a service answers.
func serviceCheck() (helper.Check, bool) {
	c := client.New()
	defer c.Close()
	info, err := c.Info(context.Background())
	if errors.Is(err, client.ErrNoService) && os.Geteuid() == 0 {
		return helper.Check{Name: "service", Found: "none; root does not need one"}, false
	}
	if err != nil {
		return helper.Check{
			Name: "service", Level: helper.Limited, Found: err.Error(),
			Remedy: "install the package, or run rt-helper install or rt-helper serve as root",
		}, false
	}
	return helper.Check{Name: "service", Found: fmt.Sprintf("version %s, policy %s", info.Version, info.Policy)}, true
}
