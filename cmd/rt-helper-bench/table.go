package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// table is one section of what is printed. The last two columns are the target
// and whether it is kept.
type table struct {
	title string
	head  []string // of the columns between a row's name and its target
	rows  []row
	notes []string
}

type row struct {
	name   string
	cells  []string
	target string
	checks []check
	failed error // the row was not measured, or an answer was wrong
	absent error // the row cannot be measured on this machine
}

// add adds a row. Why it has no figures is said below the table.
func (t *table) add(r row) {
	switch {
	case r.failed != nil:
		r.cells = nil
		t.remark(r.name, r.failed.Error())
	case r.absent != nil:
		r.cells, r.checks = []string{"not here"}, nil
		t.remark("not here", r.absent.Error())
	}
	t.rows = append(t.rows, r)
}

// remark adds a line below the table, once; nothing if there is nothing to say.
func (t *table) remark(about, text string) {
	if s := about + ": " + text; text != "" && !slices.Contains(t.notes, s) {
		t.notes = append(t.notes, s)
	}
}

// failures counts the rows that failed.
func (t *table) failures() int {
	n := 0
	for _, r := range t.rows {
		if r.failed != nil {
			n++
		}
	}
	return n
}

// write prints the table, and nothing if it has no rows.
func (t *table) write(w io.Writer) error {
	if len(t.rows) == 0 {
		return nil
	}
	if _, err := fmt.Fprintf(w, "\n%s\n", t.title); err != nil {
		return err
	}
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	writeLine(tw, append(append([]string{""}, t.head...), "target", ""))
	for _, r := range t.rows {
		writeLine(tw, t.columns(r))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for _, n := range t.notes {
		if _, err := fmt.Fprintf(w, "  %s\n", n); err != nil {
			return err
		}
	}
	return nil
}

// columns are the cells of a row, filled up to those of the head.
func (t *table) columns(r row) []string {
	cells := append([]string{r.name}, r.cells...)
	for len(cells) <= len(t.head) {
		cells = append(cells, "")
	}
	v := verdict(r.checks...)
	if r.failed != nil {
		v = "FAILED"
	}
	return append(cells, r.target, v)
}

// writeLine writes cells for a tabwriter, whose errors come with its Flush.
func writeLine(w io.Writer, cells []string) {
	fmt.Fprintln(w, "  "+strings.TrimRight(strings.Join(cells, "\t"), "\t")+"\t")
}
