package procfs

// tree finds ancestors in a list of processes.
type tree map[int]Stat

func newTree(list []Stat) tree {
	t := make(tree, len(list))
	for _, s := range list {
		t[s.PID] = s
	}
	return t
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
