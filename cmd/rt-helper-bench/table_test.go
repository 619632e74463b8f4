package main

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	tab := &table{title: "A title", head: []string{"p50", "p99"}}
	tab.add(row{name: "good", cells: []string{"1.00", "2.00"}, target: "2", checks: []check{{1, 2}}})
	tab.add(row{name: "slow", cells: []string{"3.00", "4.00"}, target: "2", checks: []check{{3, 2}}})
	tab.add(row{name: "broken", cells: []string{"5.00"}, target: "2", checks: []check{{1, 2}}, failed: errors.New("no answer")})
	tab.add(row{name: "absent", target: "2", checks: []check{{1, 2}}, absent: errors.New("no paths")})
	tab.add(row{name: "absent too", absent: errors.New("no paths")})
	tab.add(row{name: "no target", cells: []string{"6.00", "7.00"}})
	var b strings.Builder
	if err := tab.write(&b); err != nil {
		t.Fatal(err)
	}
	var got [][]string
	for l := range strings.Lines(strings.TrimPrefix(b.String(), "\n")) {
		got = append(got, strings.Fields(l))
	}
	want := []string{
		"A title",
		"p50 p99 target",
		"good 1.00 2.00 2 ok",
		"slow 3.00 4.00 2 OVER",
		"broken 2 FAILED",
		"absent not here 2",
		"absent too not here",
		"no target 6.00 7.00",
		"broken: no answer",
		"not here: no paths",
	}
	for i, w := range want {
		if i >= len(got) || !slices.Equal(got[i], strings.Fields(w)) {
			t.Fatalf("line %d is not %q:\n%s", i, w, b.String())
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d lines, want %d:\n%s", len(got), len(want), b.String())
	}
	if n := tab.failures(); n != 1 {
		t.Errorf("%d failures, want 1", n)
	}
}

func TestColumnsOfARowWithoutFiguresAreAligned(t *testing.T) {
	tab := &table{title: "A title", head: []string{"p50", "p99", "max"}}
	tab.add(row{name: "broken", target: "THERE", failed: errors.New("no answer")})
	tab.add(row{name: "good", cells: []string{"1", "2", "3"}, target: "THERE"})
	var b strings.Builder
	if err := tab.write(&b); err != nil {
		t.Fatal(err)
	}
	column := -1
	for l := range strings.Lines(b.String()) {
		at := strings.Index(l, "THERE")
		if at < 0 {
			continue
		}
		if column >= 0 && at != column {
			t.Errorf("the targets are not in one column:\n%s", b.String())
		}
		column = at
	}
	if column < 0 {
		t.Errorf("no target was printed:\n%s", b.String())
	}
}

func TestTableWithoutRowsPrintsNothing(t *testing.T) {
	var b strings.Builder
	if err := (&table{title: "A title", notes: []string{"a note"}}).write(&b); err != nil || b.Len() > 0 {
		t.Errorf("got %q, %v", b.String(), err)
	}
}

// full is a writer whose device is full.
type fullDevice struct{}

func (fullDevice) Write([]byte) (int, error) { return 0, errFull }

var errFull = errors.New("no space left")

func TestTableTellsOfAFailedWrite(t *testing.T) {
	tab := &table{title: "A title"}
	tab.add(row{name: "good"})
	if err := tab.write(fullDevice{}); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}
