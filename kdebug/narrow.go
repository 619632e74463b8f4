package kdebug

// candidates are the open files that a blocked select or poll may wait for:
// the kernel does not show the sets, but not everything can be in them.
type candidates struct {
	terminal []file
	others   []file
}

// selectCandidates keeps what a select of the first nd descriptors can block on.
func selectCandidates(nd int32, open []file) candidates {
	return candidatesAmong(open, func(f file) bool { return f.fd < int(nd) })
}

// pollCandidates keeps what a poll can block on. poll is built on kqueue, which
// refuses /dev/tty.
func pollCandidates(open []file) candidates {
	return candidatesAmong(open, func(f file) bool { return !f.control })
}

func candidatesAmong(open []file, possible func(file) bool) (c candidates) {
	for _, f := range open {
		switch {
		case f.ready || !possible(f):
		case f.terminal || f.control:
			c.terminal = append(c.terminal, f)
		default:
			c.others = append(c.others, f)
		}
	}
	return c
}

// verdict decides: without the terminal among them it is no; with the terminal
// alone it is proven; else it cannot be told.
func (c candidates) verdict() Verdict {
	switch {
	case len(c.terminal) == 0:
		return No
	case len(c.others) == 0:
		return Proven
	}
	return CannotTell
}

func (c candidates) sources() []Source {
	sources := make([]Source, 0, len(c.others))
	for _, f := range c.others {
		sources = append(sources, f.source())
	}
	return sources
}

// descriptor is the lowest of the terminal's, or -1.
func (c candidates) descriptor() int {
	lowest := -1
	for _, f := range c.terminal {
		if lowest < 0 || f.fd < lowest {
			lowest = f.fd
		}
	}
	return lowest
}
