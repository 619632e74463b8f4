package runner

// process is a process as a list of the system shows it.
type process struct {
	pid, parent int
	session     int    // macOS does not tell: the process group
	start       uint64 // tells a process from a later one of the same number
	dead        bool   // a zombie
}

// family is the processes that belong to a job: its session, and what descends
// from its processes as long as that can be seen.
type family struct {
	leader int
	known  map[int]uint64 // start times
}

// newFamily begins with the session's leader, a child of this process that has
// not been waited for.
func newFamily(leader int) *family { return &family{leader: leader, known: map[int]uint64{}} }

// among returns the members that are alive among all processes.
func (f *family) among(all []process) []process {
	f.learn(all)
	var alive []process
	for _, p := range all {
		if start, ok := f.known[p.pid]; ok && start == p.start && !p.dead {
			alive = append(alive, p)
		}
	}
	return alive
}

// learn adds members until there are no more to add.
func (f *family) learn(all []process) {
	session := f.holdsSession(all)
	for grown := true; grown; {
		grown = false
		for _, p := range all {
			if start, ok := f.known[p.pid]; ok && start == p.start {
				continue
			}
			_, child := f.known[p.parent]
			if child && f.current(all, p.parent) || session && p.session == f.leader {
				f.known[p.pid], grown = p.start, true
			}
		}
	}
}

// holdsSession reports that the session's number cannot be that of a later one.
func (f *family) holdsSession(all []process) bool {
	if len(f.known) == 0 {
		return true
	}
	for _, p := range all {
		if p.session == f.leader && f.known[p.pid] == p.start {
			return true
		}
	}
	return false
}

// current reports that the process of this number is still the one known.
func (f *family) current(all []process, pid int) bool {
	for _, p := range all {
		if p.pid == pid {
			return f.known[pid] == p.start
		}
	}
	return false
}
