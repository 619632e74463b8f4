package procfs

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

// tree finds ancestors in a table.
type tree map[int]Stat

func (t Table) tree() tree {
	m := make(tree, len(t))
	for _, s := range t {
		m[s.PID] = s
	}
	return m
}

// descends reports whether a process has an ancestor in a process group.
func (t tree) descends(s Stat, pgrp int) bool {
	if pgrp == 0 {
		return false
	}
	for range maxAncestors {
		parent, ok := t[s.PPID]
		if !ok {
			return false
		}
		if parent.PGRP == pgrp {
			return true
		}
		s = parent
	}
	return false
}

// maxAncestors bounds a walk towards the first process.
const maxAncestors = 16
