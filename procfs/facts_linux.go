package procfs

// facts are what is told of a process as long as its main thread has not run:
// it would have to, to change them.
type facts struct {
	known  bool
	runs   uint64
	stat   Stat
	status Status
}

// Facts returns the process's stat and status, those of the last time where
// they cannot have changed. Process group and session of the stat are not to
// be relied upon: others may change them.
func (p *Process) Facts() (Stat, Status, error) {
	runs := uint64(0)
	if native, ok := Native(); ok && p.kept {
		n, err := p.runsOf(native, p.PID)
		if err == nil && p.facts.known && p.facts.runs == n {
			return p.facts.stat, p.facts.status, nil
		}
		runs = n
	}
	stat, err := p.Stat()
	if err != nil {
		return stat, Status{}, err
	}
	status, err := p.Status()
	if err != nil {
		return stat, status, err
	}
	// A process that runs may change without being counted.
	p.facts = facts{runs > 0 && stat.State != 'R', runs, stat, status}
	return stat, status, nil
}
