package procfs

import (
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// Limits of the search for readers outside the job.
const (
	maxOutside    = 256
	maxOutsideFDs = 4096
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

// Outside finds the processes outside the job that could read the terminal:
// only those without a controlling terminal of their own are not stopped by
// job control. Of those that may not be touched, descendants of the job are
// looked at nevertheless if kin is set. Processes that hold the terminal's
// master are its driver.
func (t *Terminal) Outside(all Table, job Job, may MayTouch, kin bool) Outsiders {
	return t.outside(&survey{Listing: Listing{Table: all}}, job, may, kin)
}

func (t *Terminal) outside(v *survey, job Job, may MayTouch, kin bool) Outsiders {
	s := search{t: t, job: job, may: v.touchable(may), held: v.holdings, kin: kin, budget: maxOutsideFDs, found: Outsiders{Complete: true}, parent: v.find}
	for i := len(v.Table) - 1; i >= 0; i-- { // the youngest first
		s.consider(v.Table[i])
	}
	return s.found
}

// search is a search for processes outside the job.
type search struct {
	t      *Terminal
	job    Job
	may    MayTouch
	held   func(pid, most int) holdings
	kin    bool // look at processes that descend from the job, whoever they belong to
	parent func(pid int) (Stat, bool)
	budget int // descriptors to look at
	seen   int
	found  Outsiders
}

func (s *search) consider(p Stat) {
	if p.TTY != 0 && s.job.SID != 0 || p.PGRP == 0 || p.State == 'Z' || p.PGRP == s.job.PGRP || p.PID == unix.Getpid() {
		return // PGRP 0: a kernel thread
	}
	if !s.may(p) {
		stranger := p.Session != s.job.SID && descends(p, s.job.PGRP, s.parent)
		if stranger && !s.kin {
			s.found.Stranger = p.PID
		}
		if !stranger || !s.kin {
			return
		}
	}
	if s.seen++; s.seen > maxOutside || s.budget <= 0 {
		s.found.Complete = false
		return
	}
	h := s.held(p.PID, max(s.budget, 1))
	s.budget -= h.looked
	if h.has(s.t.ID) && !(h.masters && s.t.drivenBy(p.PID)) {
		s.found.Holders = append(s.found.Holders, p)
	}
}

// holdings are the terminals that a process has open.
type holdings struct {
	looked  int // descriptors looked at just now
	slaves  []Identity
	masters bool
}

func (h holdings) has(t Identity) bool {
	return slices.ContainsFunc(h.slaves, t.Is)
}

// holdingsOf looks at the descriptors of a process, at most so many.
func holdingsOf(pid, most int) holdings {
	dir := "/proc/" + strconv.Itoa(pid) + "/fd"
	fds, _, err := listAt(unix.AT_FDCWD, dir, most)
	if err != nil {
		return holdings{}
	}
	h := holdings{looked: len(fds)}
	for _, fd := range fds {
		n, err := statAt(unix.AT_FDCWD, dir+"/"+strconv.Itoa(fd))
		if err != nil || !n.isChar() {
			continue
		}
		switch d := n.ID.Rdev; {
		case d == devPtmx:
			h.masters = true
		case d.isTerminal() && !slices.Contains(h.slaves, n.ID) && readableAt(pid, fd):
			h.slaves = append(h.slaves, n.ID)
		}
	}
	return h
}

// readableAt tells a descriptor that can be read from one that only names the
// file, as the descriptors that terminals are asked about with do.
func readableAt(pid, fd int) bool {
	var buf [512]byte
	b, err := readAt(unix.AT_FDCWD, "/proc/"+strconv.Itoa(pid)+"/fdinfo/"+strconv.Itoa(fd), buf[:])
	return err == nil && ParseFDInfo(b).Readable()
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
// for each of its windows.
func (p *Process) MastersHeld() int {
	m, err := p.masters()
	if err != nil {
		return 0
	}
	return len(m)
}
