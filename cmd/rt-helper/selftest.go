package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
	"github.com/rt-helper/rt-helper/internal/selftest"
)

// selftest drives known programs on ptys of its own and checks the answers.
func (p program) selftest(args []string) int {
	f := flag.NewFlagSet("selftest [--self32 FILE] [--capture FILE] [ROW ...]", flag.ContinueOnError)
	self32 := f.String("self32", "", "a build of this program, `FILE`, for the 32-bit companion architecture, for its rows")
	file := f.String("capture", "", "first keep two seconds of the kernel's trace in the new `FILE` (macOS, root): numbers of calls, threads and\n"+
		"arguments of whatever runs on the machine, addresses among them, but no names and no contents")
	only, status, ok := p.parse(f, args, 1000)
	if !ok {
		return status
	}
	self, err := os.Executable()
	if err != nil {
		return p.fail("selftest: own executable: %v", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if *file != "" {
		if err := p.capture(ctx, *file); err != nil {
			return p.fail("selftest: %v", err)
		}
	}
	ask := newAsker(ctx)
	defer ask.end()
	release, traced := p.holdTrace(ctx, ask)
	defer release()
	r := selftest.Run(ctx, selftest.Options{
		Asker: ask.askMaster, Self: self, Self32: *self32, Root: os.Geteuid() == 0, Only: only, Out: p.out,
	})
	if traced {
		r.PrintProofs(p.out, !ask.own)
	}
	if !r.OK() {
		return 1
	}
	return 0
}

// askMaster asks about a pty by its master.
func (a asker) askMaster(ctx context.Context, t *pty.Pty) (client.Answer, error) {
	term, err := client.FromFile(t.Master())
	if err != nil {
		return client.Answer{}, err
	}
	defer term.Close()
	return a.Query(ctx, term)
}

// probe is one of the programs that selftest drives: it blocks in a known way.
func (p program) probe(args []string) int {
	if len(args) != 1 {
		return p.fail("probe: name one mode")
	}
	if args[0] == "sleep" { // until standard input ends
		_, _ = fmt.Fscanln(p.in)
		return 0
	}
	return selftest.Probe(args[0])
}
