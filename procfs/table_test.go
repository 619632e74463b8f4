package procfs

import (
	"slices"
	"testing"
)

// family is a shell (10) with a job of two (12, 13), whose grandchild (15) has
// left the session; a shell on another terminal; and two without a terminal.
var family = Table{
	{PID: 1, PGRP: 1, Session: 1},
	{PID: 2, PPID: 0},
	{PID: 10, PPID: 1, PGRP: 10, Session: 10, TTY: 0x8803, TPGID: 12},
	{PID: 12, PPID: 10, PGRP: 12, Session: 10, TTY: 0x8803, TPGID: 12},
	{PID: 13, PPID: 10, PGRP: 12, Session: 10, TTY: 0x8803, TPGID: 12},
	{PID: 14, PPID: 12, PGRP: 14, Session: 14},
	{PID: 15, PPID: 14, PGRP: 15, Session: 15},
	{PID: 20, PPID: 1, PGRP: 20, Session: 20, TTY: 0x8804, TPGID: 20},
	{PID: 30, PPID: 99, PGRP: 30, Session: 30}, // its parent is not to be seen
	{PID: 40, PPID: 40, PGRP: 40, Session: 40}, // its own parent: two looks at a changing list
}

func pids(list []Stat) []int {
	var n []int
	for _, s := range list {
		n = append(n, s.PID)
	}
	return n
}

func TestTable(t *testing.T) {
	cases := []struct {
		name string
		got  []Stat
		want []int
	}{
		{"the job", family.Group(12), []int{12, 13}},
		{"the shell", family.Group(10), []int{10}},
		{"nobody", family.Group(11), nil},
		{"terminal 3", family.OnTerminal(Dev{136, 3}), []int{10, 12, 13}},
		{"terminal 4", family.OnTerminal(Dev{136, 4}), []int{20}},
		{"no terminal is none of number 0", family.OnTerminal(Dev{0, 0}), nil},
		{"an empty table", Table(nil).Group(12), nil},
	}
	for _, c := range cases {
		if got := pids(c.got); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// treeOf finds processes by their number.
func treeOf(t Table) map[int]Stat {
	m := map[int]Stat{}
	for _, s := range t {
		m[s.PID] = s
	}
	return m
}

// parentIn looks parents up in a tree.
func parentIn(tree map[int]Stat) func(int) (Stat, bool) {
	return func(pid int) (Stat, bool) { s, ok := tree[pid]; return s, ok }
}

func TestDescends(t *testing.T) {
	tree := treeOf(family)
	cases := []struct {
		name      string
		pid, pgrp int
		want      bool
	}{
		{"child", 14, 12, true},
		{"grandchild", 15, 12, true},
		{"child of the shell", 12, 10, true},
		{"a member itself does not", 13, 12, false},
		{"the shell of its job", 10, 12, false},
		{"another terminal's shell", 20, 12, false},
		{"parent not to be seen", 30, 12, false},
		{"its own parent", 40, 12, false},
		{"no foreground job", 2, 0, false},
		{"of the first process", 15, 1, true},
	}
	for _, c := range cases {
		if got := descends(tree[c.pid], c.pgrp, parentIn(tree)); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestDescendsFromOlder: a number that is another's by now is not its parent's.
func TestDescendsFromOlder(t *testing.T) {
	for start, want := range map[uint64]bool{5: true, 6: true, 7: false} {
		tree := treeOf(Table{{PID: 3, PPID: 2, Start: 6}, {PID: 2, PGRP: 2, Start: start}})
		if got := descends(tree[3], 2, parentIn(tree)); got != want {
			t.Errorf("parent started at %d, child at 6: %v", start, got)
		}
	}
}

// TestDescendsFar: the walk towards the first process has an end.
func TestDescendsFar(t *testing.T) {
	var chain Table
	for pid := 1; pid <= 100; pid++ {
		chain = append(chain, Stat{PID: pid, PPID: pid - 1, PGRP: pid})
	}
	tree := treeOf(chain)
	near, far := 100-maxAncestors, 100-maxAncestors-1
	if !descends(tree[100], near, parentIn(tree)) {
		t.Errorf("ancestor %d levels up not found", maxAncestors)
	}
	if descends(tree[100], far, parentIn(tree)) {
		t.Errorf("ancestor %d levels up found", maxAncestors+1)
	}
}
