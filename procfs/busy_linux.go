package procfs

// busy is a process with one thread that was found to wait for nothing.
type busy struct {
	ok    bool
	owner uint32
}

// setBusy notes such a process, if whose it is can be told again from the owner
// of its files: that of a program which has other rights than its user's, or had
// them and gave them up, is not the user.
func (p *Process) setBusy(tids []int, r Report) {
	if !p.kept || p.stat < 0 || len(tids) != 1 || r.Best >= 0 {
		return
	}
	st, err := p.Status()
	if err != nil || !st.SameUser(st.UIDs[0]) {
		return
	}
	owner, err := p.Owner()
	p.busy = busy{err == nil && owner == st.UIDs[0], owner}
}

// works reports that the process is still the same user's and that its only
// thread runs, or is about to: then it waits for nothing.
func (p *Process) works() bool {
	if !p.busy.ok {
		return false
	}
	now, err := p.Stat()
	if err != nil || now.State != 'R' || now.Threads != 1 {
		return false
	}
	owner, err := p.Owner()
	return err == nil && owner == p.busy.owner
}
