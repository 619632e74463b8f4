package selftest

import (
	"fmt"
	"io"
)

// Verdict is how a row ended.
type Verdict string

// The verdicts of a row.
const (
	OK      Verdict = "ok"   // every answer was right
	Failed  Verdict = "FAIL" // an answer was wrong, or the program did not do what it should
	Skipped Verdict = "skip" // it cannot be run here; the detail says why
)

// RowResult is what became of one row.
type RowResult struct {
	Name    string
	Verdict Verdict
	Detail  string // the states seen, or "got ..., want ...", or the reason for the skip
}

// Result is what became of all rows that were run, in order.
type Result struct {
	Rows        []RowResult
	Interrupted bool // the context ended before the last row
}

// Count counts the rows that ended so.
func (r Result) Count(v Verdict) int {
	n := 0
	for _, row := range r.Rows {
		if row.Verdict == v {
			n++
		}
	}
	return n
}

// OK reports whether the machine passed: all rows were gone through, at least one
// was run, and none failed.
func (r Result) OK() bool {
	return !r.Interrupted && r.Count(OK) > 0 && r.Count(Failed) == 0
}

func (r row) passed(detail string) RowResult  { return RowResult{r.name, OK, detail} }
func (r row) failed(detail string) RowResult  { return RowResult{r.name, Failed, detail} }
func (r row) skipped(reason string) RowResult { return RowResult{r.name, Skipped, reason} }

// print writes one line; an error of the writer is the reader's to notice.
func (r RowResult) print(out io.Writer) {
	_, _ = fmt.Fprintf(out, "%-4s %s: %s\n", r.Verdict, r.Name, r.Detail)
}

func (r Result) print(out io.Writer) {
	more := ""
	if r.Interrupted {
		more = ", interrupted"
	}
	_, _ = fmt.Fprintf(out, "%d ok, %d failed, %d skipped%s\n", r.Count(OK), r.Count(Failed), r.Count(Skipped), more)
}
