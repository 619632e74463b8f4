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

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

// liveList redraws the table with each event, until it is interrupted.
func (p program) liveList(ctx context.Context, ask asker, asJSON bool) int {
	out := p.outFile()
	if _, terminal := windowOf(out); asJSON || !terminal {
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
		size, _ := windowOf(out)
		if _, err := fmt.Fprint(p.out, frame(rows, size)); err != nil {
			return exitError // main tells why
		}
	}
	return 0
}

// window is a terminal's size in characters, 0 where it has none.
type window struct{ rows, cols int }

// windowOf is the size of a terminal; false: it is none.
func windowOf(f *os.File) (s window, ok bool) {
	conn, err := f.SyscallConn()
	if err != nil {
		return s, false
	}
	_ = conn.Control(func(fd uintptr) {
		if w, err := unix.IoctlGetWinsize(int(fd), unix.TIOCGWINSZ); err == nil {
			s, ok = window{int(w.Row), int(w.Col)}, true
		}
	})
	return s, ok
}

// frame draws the table from the top of the screen, each line erased first. What
// the screen has no room for is counted.
func frame(rows map[string]client.Answer, on window) string {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "TERMINAL\tFOREGROUND JOB")
	for _, path := range slices.SortedFunc(maps.Keys(rows), comparePaths) {
		fmt.Fprintf(w, "%s\t%s\n", path, rows[path].Sentence())
	}
	_ = w.Flush()
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if on.rows > 1 && len(lines) > on.rows-1 { // the cursor is in the last row
		more := len(lines) - (on.rows - 2)
		lines = append(lines[:on.rows-2], fmt.Sprintf("and %d more", more))
	}
	for i, line := range lines {
		lines[i] = cut(line, on.cols)
	}
	return "\x1b[H" + strings.Join(lines, "\x1b[K\r\n") + "\x1b[K\r\n\x1b[J"
}

// cut shortens a line to a number of characters, 0: not at all.
func cut(line string, cols int) string {
	if r := []rune(line); cols > 0 && len(r) > cols {
		return string(r[:cols])
	}
	return line
}
