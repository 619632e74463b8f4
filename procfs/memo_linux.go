package procfs

// memo is what the last look at a thread found, to be used again while the
// thread is proven not to have run since: then it still sleeps in the same
// call, with the same arguments and the same memory as it had then.
type memo struct {
	ok      bool
	term    Identity
	first   Syscall
	runs    uint64
	finding Finding
	target  target // through which it waits for the terminal
	same    func(target) bool
	lists   []epollList // epoll lists that were read: others may change them
	vague   bool        // the finding rests on more than the call
}

type epollList struct {
	fd   int
	text string
}

// remember keeps a finding that the thread itself would have to run to change.
// One that was not asleep may fall asleep without being counted.
func (t *thread) remember(term Identity, f Finding) {
	m := &t.memo
	m.ok = m.first.Blocked && !m.vague && !f.Queued && f.Verdict != CannotTell
	m.term, m.finding = term, f
	m.finding.copied = nil
}

// recall returns what the last look found, as true now as it was then; false:
// look anew.
func (t *thread) recall(term Identity) (Finding, bool) {
	m := &t.memo
	if !m.ok || m.term != term {
		return Finding{}, false
	}
	runs, err := t.runs()
	if err != nil || runs != m.runs || !t.sameLists() {
		return Finding{}, false
	}
	f := m.finding
	if f.Verdict == No {
		return f, true
	}
	g, err := t.copyOf(term, m.target, false)
	if err != nil || g < 0 {
		return Finding{}, false
	}
	c := terminalCopy{fd: f.FD, copied: g, target: m.target, same: m.same}
	f, err = t.settle(m.first, f, c)
	if err != nil || f.Verdict != Proven || f.Queued {
		f.Close()
		return Finding{}, false
	}
	return f, true
}

// sameLists reads the epoll lists again.
func (t *thread) sameLists() bool {
	for _, l := range t.memo.lists {
		text, err := t.fdinfo(l.fd, max(pageSize, len(l.text)+1))
		if err != nil || string(text) != l.text {
			return false
		}
	}
	return true
}
