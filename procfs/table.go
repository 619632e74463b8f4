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

// descends reports whether a process has an ancestor in a process group.
func descends(s Stat, pgrp int, parent func(pid int) (Stat, bool)) bool {
	if pgrp == 0 {
		return false
	}
	for range maxAncestors {
		p, ok := parent(s.PPID)
		if !ok || p.Start > s.Start { // its parent's number is another's
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
