package selftest

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// Asker asks the product about the terminal, of which it may use the master or
// the path. It must return when ctx is done. An error means that the question
// was refused; it fails the row at once.
type Asker func(ctx context.Context, t *pty.Pty) (client.Answer, error)

// Options say what to run. Asker and Self must be set.
type Options struct {
	Asker  Asker
	Self   string    // executable that calls Probe when its first argument is ProbeCommand
	Self32 string    // the same built for the 32-bit companion architecture; "": those rows are skipped
	Root   bool      // run the rows that take root; they are skipped if the process is not
	Only   []string  // names of the rows to run; none: all
	Out    io.Writer // one line per row, and a summary; nil: nowhere

	// Patience bounds the wait for a program's output and for the first right
	// answer; 0 means 5 s.
	Patience time.Duration
}

// Run runs the rows in order and reports each as it ends. It never leaves a
// program behind. When ctx is done it stops early.
func Run(ctx context.Context, o Options) Result {
	o = o.withDefaults()
	var result Result
	for _, r := range o.chosen() {
		outcome := o.run(ctx, r)
		result.Rows = append(result.Rows, outcome)
		outcome.print(o.Out)
		if ctx.Err() != nil {
			result.Interrupted = true
			break
		}
	}
	result.print(o.Out)
	return result
}

func (o Options) withDefaults() Options {
	if o.Patience == 0 {
		o.Patience = 5 * time.Second
	}
	if o.Out == nil {
		o.Out = io.Discard
	}
	o.Self, o.Self32 = absolute(o.Self), absolute(o.Self32)
	return o
}

// absolute matters because programs are started in another directory.
func absolute(path string) string {
	if path == "" {
		return ""
	}
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// chosen lists the rows of Only in the table's order; a name that is not in the
// table becomes a row that fails.
func (o Options) chosen() []row {
	all := rows()
	if len(o.Only) == 0 {
		return all
	}
	var chosen []row
	for _, r := range all {
		if slices.Contains(o.Only, r.name) {
			chosen = append(chosen, r)
		}
	}
	for _, name := range o.Only {
		if !slices.ContainsFunc(all, func(r row) bool { return r.name == name }) {
			chosen = append(chosen, row{name: name})
		}
	}
	return chosen
}

// run runs one row from the start of its program to its end.
func (o Options) run(ctx context.Context, r row) RowResult {
	if len(r.steps) == 0 {
		return r.failed("no such row")
	}
	if reason := r.needs.missing(o); reason != "" {
		return r.skipped(reason)
	}
	p, err := start(r, o)
	if reason, skip := cannotStart(err); skip {
		return r.skipped(reason)
	}
	if err != nil {
		return r.failed(err.Error())
	}
	defer p.end()
	return o.steps(ctx, r, p)
}
