package procfs

import (
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// Limits of the search for readers outside the job: processes and descriptors
// that have to be looked at.
const (
	maxOutside    = 8192
	maxOutsideFDs = 1 << 18
)

// Outsiders are processes that may read a terminal from outside its job.
type Outsiders struct {
	// Holders have the terminal open, have no controlling terminal, and may be
	// touched.
	Holders []Stat
	// Stranger is a process that descends from the job, left its session, has
	// no controlling terminal, and may not be touched: su -c makes such ones.
	Stranger int
	// Complete is false when a limit ended the search.
	Complete bool
}

// search is a search for the processes outside the job that could read the
// terminal: only those without a controlling terminal of their own are not stopped
// by job control. Of those that may not be touched, descendants of the job are
// looked at nevertheless if kin is set. Processes that hold the terminal's master
// are its driver.
type search struct {
	t      *Terminal
	job    Job
	self   int
	kin    bool // look at processes that descend from the job, whoever they belong to
	relay  int
	parent func(pid int) (Stat, bool)
	budget int // descriptors to look at
	seen   int // processes looked at
	found  Outsiders
}

func newSearch(t *Terminal, job Job, who Asker, parent func(int) (Stat, bool)) *search {
	return &search{t: t, job: job, self: unix.Getpid(), kin: who.Kin, relay: who.Relay, parent: parent, budget: maxOutsideFDs, found: Outsiders{Complete: true}}
}

// suspect is what can be learned of a process that may read the terminal from
// outside.
type suspect interface {
	touchable(p *Stat) bool
	// holdings looks at so many descriptors at most; false: there are more.
	holdings(p *Stat, most int) (holdings, bool)
}

func (s *search) consider(p *Stat, of suspect) {
	if p.TTY != 0 && s.job.SID != 0 || p.PGRP == 0 || p.State == 'Z' || p.PGRP == s.job.PGRP || p.PID == s.self {
		return // PGRP 0: a kernel thread
	}
	if !of.touchable(p) {
		stranger := p.Session != s.job.SID && descends(*p, s.job.PGRP, s.parent)
		if stranger && !s.kin {
			s.found.Stranger = p.PID
		}
		if !stranger || !s.kin {
			return
		}
	}
	if s.seen >= maxOutside {
		s.budget = 0
	}
	h, ok := of.holdings(p, s.budget)
	s.found.Complete = s.found.Complete && ok
	if h.looked > 0 {
		s.seen, s.budget = s.seen+1, s.budget-h.looked
	}
	if h.has(s.t.ID) && !(h.masters && s.drives(p.PID)) {
		s.found.Holders = append(s.found.Holders, *p)
	}
}

// drives reports whether a process that holds masters drives the terminal.
func (s *search) drives(pid int) bool {
	if s.job.SID == 0 && s.relay != 0 && s.relay != pid {
		return false
	}
	return s.t.drivenBy(pid)
}

// holdings are the terminals that a process has open.
type holdings struct {
	looked  int // descriptors looked at just now
	slaves  []Identity
	masters bool
}

// seen is what is to be kept of them: nothing will have been looked at.
func (h holdings) seen() holdings {
	h.looked = 0
	return h
}

func (h holdings) has(t Identity) bool {
	return slices.ContainsFunc(h.slaves, t.Is)
}

// holdingsOf looks at the descriptors of a process; false: there may be more.
func holdingsOf(pid, most int) (holdings, bool) {
	if most <= 0 {
		return holdings{}, false
	}
	dir := "/proc/" + strconv.Itoa(pid) + "/fd"
	fds, all, err := listAt(unix.AT_FDCWD, dir, most)
	if err != nil {
		return holdings{looked: 1}, gone(err) || denied(err) // it has exited, or nobody may look
	}
	h := holdings{looked: 1 + len(fds)}
	for _, fd := range fds {
		n, err := statAt(unix.AT_FDCWD, dir+"/"+strconv.Itoa(fd))
		if err != nil || !n.isChar() {
			continue
		}
		switch d := n.ID.Rdev; {
		case d == devPtmx:
			h.masters = true
		case d.isTerminal() && !slices.Contains(h.slaves, n.ID):
			readable, known := readableAt(pid, fd)
			if all = all && known; readable {
				h.slaves = append(h.slaves, n.ID)
			}
		}
	}
	return h, all
}

// readableAt tells a descriptor that can be read from one that only names the
// file, as the descriptors that terminals are asked about with do.
func readableAt(pid, fd int) (readable, known bool) {
	var buf [512]byte
	b, err := readAt(unix.AT_FDCWD, "/proc/"+strconv.Itoa(pid)+"/fdinfo/"+strconv.Itoa(fd), buf[:])
	return err == nil && ParseFDInfo(b).Readable(), err == nil || gone(err) || denied(err)
}

// drivenBy reports whether one of a process's masters is the terminal's own.
func (t *Terminal) drivenBy(pid int) bool {
	p, err := Hold(pid)
	if err != nil {
		return false
	}
	defer p.Close()
	_, driver := t.askHolder(p)
	return driver
}

// MastersHeld counts the masters that a process holds: a multiplexer has one
// for each of its windows. False: there may be more.
func (p *Process) MastersHeld() (int, bool) {
	m, whole, err := p.masters()
	return len(m), whole || err != nil && gone(err)
}
