package procfs

import "time"

// Table is a list of processes, taken at one time.
type Table []Stat

// Group lists the members of a process group.
func (t Table) Group(pgrp int) []Stat {
	return t.where(func(s Stat) bool { return s.PGRP == pgrp })
}

// OnTerminal lists the processes whose controlling terminal has this number.
func (t Table) OnTerminal(d Dev) []Stat {
	return t.where(func(s Stat) bool { return s.TTY != 0 && TTYDev(s.TTY) == d })
}

func (t Table) where(keep func(Stat) bool) []Stat {
	var list []Stat
	for _, s := range t {
		if keep(s) {
			list = append(list, s)
		}
	}
	return list
}

// cursor follows the numbers allocated after last, which was read before the
// table was made.
func (t Table) cursor(last mark, now time.Time) cursor {
	listed := map[int]bool{}
	for _, s := range t {
		if s.PID > last.last-recent-1 && s.PID <= last.last {
			listed[s.PID] = true
		}
	}
	return follow(last, func(pid int) bool { return listed[pid] }, now)
}

// tree finds processes by their number.
func (t Table) tree() map[int]Stat {
	m := make(map[int]Stat, len(t))
	for _, s := range t {
		m[s.PID] = s
	}
	return m
}

// descends reports whether a process has an ancestor in a process group.
func descends(s Stat, pgrp int, parent func(pid int) (Stat, bool)) bool {
	if pgrp == 0 {
		return false
	}
	for range maxAncestors {
		p, ok := parent(s.PPID)
		if !ok {
			return false
		}
		if p.PGRP == pgrp {
			return true
		}
		s = p
	}
	return false
}

// maxAncestors bounds a walk towards the first process.
const maxAncestors = 16
