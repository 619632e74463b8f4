package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// status tells how the service was installed, whether it answers, and what it
// counted.
func (p program) status(args []string) int {
	if len(args) == 1 && slices.Contains([]string{"-h", "-help", "--help"}, args[0]) {
		fmt.Fprint(p.err, usage)
		return 0
	}
	if len(args) > 0 {
		return p.fail(fmt.Errorf("status takes no arguments"))
	}
	fmt.Fprintf(p.out, "installed:  %s\n", p.machine.InstalledBy())
	for _, unit := range p.machine.Units() {
		fmt.Fprintf(p.out, "%-11s %s\n", unit.Kind+":", unit.State)
	}
	path := client.SocketPath()
	info, err := ask(path)
	if err != nil {
		fmt.Fprintf(p.out, "answers:    no: %v\n", err)
		p.say("remedy", remedy(err))
		return exitDown
	}
	fmt.Fprintf(p.out, "answers:    yes, on %s\nversion:    %s\npolicy:     %s\n", path, info.Version, info.Policy)
	p.counters(path)
	return 0
}

func (p program) say(what, text string) {
	if text != "" {
		fmt.Fprintf(p.out, "%-11s %s\n", what+":", text)
	}
}

func ask(path string) (client.Info, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	c := client.New(client.Socket(path))
	defer c.Close()
	return c.Info(ctx)
}

// remedy says what to do about a service that does not answer.
func remedy(err error) string {
	switch {
	case errors.Is(err, client.ErrNoService):
		return "systemctl enable --now rt-helper.socket, or rt-helper install"
	case errors.Is(err, os.ErrPermission):
		return "the administrator lets only a group ask: join the group of the socket"
	case errors.Is(err, client.ErrFakeService):
		return "unset RT_HELPER_SOCKET"
	}
	return "journalctl -u rt-helper tells why"
}

// counters prints the counters that the service wrote last.
func (p program) counters(socket string) {
	dir := filepath.Dir(socket)
	for _, f := range []string{filepath.Join(dir, "metrics", "metrics.prom"), filepath.Join(dir, "metrics.prom")} {
		text, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		c := parseCounters(string(text))
		fmt.Fprintf(p.out, "questions:  %s\n", c.list("rt_helper_queries_total"))
		fmt.Fprintf(p.out, "unknown:    %s\n", c.list("rt_helper_unknowns_total"))
		fmt.Fprintf(p.out, "denied:     %s\n", c.list("rt_helper_denials_total"))
		fmt.Fprintf(p.out, "refused:    %s\n", c.one("rt_helper_refusals_total"))
		fmt.Fprintf(p.out, "stuck:      %s workers since the start\n", c.one("rt_helper_stuck_workers_total"))
		fmt.Fprintf(p.out, "watches:    %s\n", c.one("rt_helper_watches"))
		return
	}
	fmt.Fprintln(p.out, "counters:   none were written yet")
}
