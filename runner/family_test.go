package runner

import (
	"slices"
	"testing"
)

func TestFamily(t *testing.T) {
	const leader = 100
	shell := process{pid: leader, parent: 50, session: leader, start: 10}
	child := process{pid: 101, parent: leader, session: leader, start: 11}
	apart := process{pid: 102, parent: 101, session: 102, start: 12} // setsid below the child
	below := process{pid: 103, parent: 102, session: 102, start: 13}
	daemon := process{pid: 104, parent: 1, session: 104, start: 14}
	other := process{pid: 60, parent: 50, session: 40, start: 1}
	orphan := func(p process) process { p.parent = 1; return p }
	dead := func(p process) process { p.dead = true; return p }
	again := func(p process) process { p.start, p.parent, p.session = 99, 1, 1; return p }
	for _, c := range []struct {
		name  string
		lists [][]process
		want  []int // alive in the last list
	}{
		{"none", [][]process{{other}}, nil},
		{"all kinds", [][]process{{below, apart, child, shell, other, daemon}}, []int{103, 102, 101, 100}},
		{"leader reaped, session goes on", [][]process{{shell, child}, {orphan(child), other}}, []int{101}},
		{"orphans of other sessions are remembered", [][]process{{shell, child, apart, below}, {orphan(apart), below}}, []int{102, 103}},
		{"born later", [][]process{{shell}, {shell, child, apart}}, []int{100, 101, 102}},
		{"born later in the session of a dead leader", [][]process{{shell, child}, {orphan(child), {pid: 105, parent: 1, session: leader, start: 15}}}, []int{101, 105}},
		{"zombies", [][]process{{dead(shell), child, dead(apart)}}, []int{101}},
		{"number used again", [][]process{{shell, child, apart}, {again(child), orphan(apart)}}, []int{102}},
		{"child of a number used again", [][]process{{shell, child}, {again(child), {pid: 107, parent: 101, session: 1, start: 100}}}, nil},
		{"session number used again", [][]process{{shell}, {{pid: leader, parent: 1, session: leader, start: 99}, {pid: 106, parent: leader, session: leader, start: 99}}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFamily(leader)
			var got []int
			for _, list := range c.lists {
				got = nil
				for _, p := range f.among(list) {
					got = append(got, p.pid)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
