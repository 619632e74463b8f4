package procfs

import (
	"errors"
	"fmt"
	"strconv"

	"golang.org/x/sys/unix"
)

// ErrAmbiguous reports that it cannot be told which of several sessions owns a
// terminal of which only the slave is given.
var ErrAmbiguous = errors.New("several sessions have a terminal of this number, or none shows that it is this one")

// Job says which processes are asked about: the foreground process group of a
// terminal's session. PGRP 0: there is none.
type Job struct {
	PGRP, SID int
}

// MayTouch says whether the descriptors of a process may be looked at.
type MayTouch func(Stat) bool

// Job finds the terminal's foreground process group: from its master, which
// knows; else from the processes that have its number as their terminal, for
// which it asks for a table of all.
func (t *Terminal) Job(table func() (Table, error), may MayTouch) (Job, error) {
	if pgrp, sid, ok, err := t.Master(); ok || err != nil {
		return Job{pgrp, sid}, err
	}
	all, err := table()
	if err != nil {
		return Job{}, err
	}
	sessions := sessionsOn(all.OnTerminal(t.ID.Rdev))
	if len(sessions) == 0 {
		return Job{}, nil
	}
	s, ok := t.owner(sessions, may)
	if ok {
		return Job{max(s.TPGID, 0), s.SID}, nil
	}
	return t.askHolders(sessions, may)
}

// Still reports whether the job is still the terminal's foreground job.
func (t *Terminal) Still(j Job) bool {
	if pgrp, sid, ok, err := t.Master(); ok || err != nil {
		return err == nil && pgrp == j.PGRP && sid == j.SID
	}
	if j.SID == 0 {
		return true
	}
	s, ok := StatOf(j.SID)
	return ok && TTYDev(s.TTY) == t.ID.Rdev && max(s.TPGID, 0) == j.PGRP
}

// owner picks the session that has the terminal. Virtual terminals and serial
// lines have one number on the whole machine.
func (t *Terminal) owner(sessions []Session, may MayTouch) (Session, bool) {
	if !t.ID.Rdev.isSlave() {
		return sessions[0], len(sessions) == 1
	}
	return pick(sessions, func(s Session) claim {
		for _, m := range s.Members {
			if !may(m) {
				continue
			}
			if c := t.claimOf(m.PID); c != noClaim {
				return c
			}
		}
		return noClaim
	})
}

func (t *Terminal) claimOf(pid int) claim {
	dir := "/proc/" + strconv.Itoa(pid) + "/fd"
	fds, _, err := listAt(unix.AT_FDCWD, dir, maxOwnFDs)
	if err != nil {
		return noClaim
	}
	c := noClaim
	for _, fd := range fds {
		n, err := statAt(unix.AT_FDCWD, dir+"/"+strconv.Itoa(fd))
		if err != nil || !n.isChar() || n.ID.Rdev != t.ID.Rdev {
			continue
		}
		this := claimsOther
		if n.ID == t.ID {
			this = claimsIt
		}
		if c != noClaim && c != this {
			return noClaim
		}
		c = this
	}
	return c
}

// askHolders looks for the terminal's master among the ancestors of the
// sessions' leaders and asks it.
func (t *Terminal) askHolders(sessions []Session, may MayTouch) (Job, error) {
	for _, s := range sessions {
		at := s.Members[0]
		for range maxAncestors {
			p, err := Hold(at.PPID)
			if err != nil {
				break
			}
			parent, err := p.Stat()
			job, ok := Job{}, false
			if err == nil && may(parent) {
				job, ok = t.askHolder(p)
			}
			p.Close()
			if ok {
				return job, nil
			}
			if err != nil || parent.PPID == 0 {
				break
			}
			at = parent
		}
	}
	return Job{}, fmt.Errorf("%w: send the master instead", ErrAmbiguous)
}

// askHolder asks every master that a process holds of a slave of this number
// whether it is this terminal's.
func (t *Terminal) askHolder(p *Process) (Job, bool) {
	masters, _, err := p.masters()
	if err != nil {
		return Job{}, false
	}
	for _, fd := range masters {
		c, err := p.fdCopy(p.PID, fd)
		if err != nil {
			continue
		}
		job, ok := t.askMaster(c)
		unix.Close(c)
		if ok {
			return job, true
		}
	}
	return Job{}, false
}

func (t *Terminal) askMaster(master int) (Job, bool) {
	m, err := FromDescriptor(master)
	if err != nil {
		return Job{}, false
	}
	defer m.Close()
	if m.ID != t.ID {
		return Job{}, false
	}
	pgrp, sid, _, err := m.Master()
	return Job{pgrp, sid}, err == nil
}

// masters lists the pty masters that a process holds; false: there may be more.
func (p *Process) masters() ([]int, bool, error) {
	fds, whole, err := listAt(p.dir, "fd", maxOwnFDs)
	if err != nil {
		return nil, false, err
	}
	var list []int
	for _, fd := range fds {
		n, err := statAt(p.dir, "fd/"+strconv.Itoa(fd))
		if err == nil && n.isChar() && n.ID.Rdev == devPtmx {
			list = append(list, fd)
		}
	}
	return list, whole, nil
}
