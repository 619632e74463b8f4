package selftest

import (
	"fmt"
	"strings"
)

// difference collects in what an answer differs from the wanted one.
type difference struct {
	got, want []string
}

func (d *difference) add(name, got, want string) {
	if got == "" {
		got = "nothing"
	}
	d.got = append(d.got, name+" "+got)
	d.want = append(d.want, name+" "+want)
}

// text compares a word, if one is wanted.
func (d *difference) text(name, got, want string) {
	if want != "" && got != want {
		d.add(name, got, want)
	}
}

// flag compares a yes or no, if one is wanted; a missing one differs from both.
func (d *difference) flag(name string, got *bool, want flag) {
	if want == either || got != nil && *got == (want == yes) {
		return
	}
	d.add(name, show(got), fmt.Sprint(want == yes))
}

func (d *difference) String() string {
	if len(d.got) == 0 {
		return ""
	}
	return "got " + strings.Join(d.got, ", ") + ", want " + strings.Join(d.want, ", ")
}

func show[T any](p *T) string {
	if p == nil {
		return "nothing"
	}
	return fmt.Sprint(*p)
}
