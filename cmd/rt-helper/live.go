package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/rt-helper/rt-helper/client"
)

// liveList redraws the table with each event, until it is interrupted.
func (p program) liveList(ctx context.Context, ask asker, asJSON bool) int {
	out, ok := p.out.(*os.File)
	if asJSON || !ok || !isTerminal(out) {
		return p.fail("list --watch draws on a terminal; use rt-helper watch --all [--json] instead")
	}
	rows := map[string]client.Answer{}
	fmt.Fprint(p.out, "\x1b[?25l")
	defer fmt.Fprint(p.out, "\x1b[?25h")
	for e, err := range ask.WatchAll(ctx, client.WatchOptions{}) {
		if errors.Is(err, context.Canceled) {
			break
		}
		if err != nil {
			return p.fail("list: %v", err)
		}
		if e.Terminal == nil {
			return p.fail("list: %s", e.Sentence())
		}
		rows[e.Terminal.Path] = e.Answer
		if e.Ended == client.EndedGone {
			delete(rows, e.Terminal.Path)
		}
		fmt.Fprint(p.out, frame(rows))
	}
	return 0
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// frame draws the table from the top of the screen, each line erased first.
func frame(rows map[string]client.Answer) string {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "TERMINAL\tFOREGROUND JOB")
	for _, path := range slices.Sorted(maps.Keys(rows)) {
		fmt.Fprintf(w, "%s\t%s\n", path, rows[path].Sentence())
	}
	_ = w.Flush()
	return "\x1b[H" + strings.ReplaceAll(b.String(), "\n", "\x1b[K\n") + "\x1b[J"
}
