package procfs

import (
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// Roster is what is kept of one terminal: its session's processes, held open,
// and the processes that hold the terminal from outside.
type Roster struct {
	id    Identity
	cache *Cache
	owned bool
	used  time.Time
	files int    // that were open when it was last used
	path  string // of the terminal, when it was first asked about

	sid     int
	leader  *Process
	members map[int]*Process // of the session
	cursor  cursor
	last    mark  // of process numbers, as of the last refresh
	listed  bool  // members is complete up to the cursor
	missed  error // why a process could not be looked at that may be a member
	reader  int   // the process that was last proven to wait, 0 if none

	outsiders
	quiet
}

func newRoster(c *Cache, id Identity) *Roster {
	return &Roster{id: id, cache: c, members: map[int]*Process{}, outsiders: outsiders{left: map[int]bool{}}}
}

func (r *Roster) close() {
	r.forget()
	if r.watched {
		r.cache.inotify.remove(r.id)
	}
}

// forget drops the session.
func (r *Roster) forget() {
	for _, p := range r.members {
		p.Close()
	}
	clear(r.members)
	r.sid, r.leader, r.listed, r.reader = 0, nil, false, 0
	r.quiet = quiet{}
	r.outsiders.forget()
}

// open counts the files that are kept open.
func (r *Roster) open() int {
	n := 0
	for _, p := range r.members {
		n += 4 // at most
		for _, t := range p.threads {
			n += t.files()
		}
	}
	return n
}

// Path is the terminal's name as this process sees it.
func (r *Roster) Path(t *Terminal) string {
	if r.path == "" {
		r.path = t.Path()
	}
	return r.path
}

// Job is Terminal.Job, with the session's leader asked first where only the
// slave is given.
func (r *Roster) Job(t *Terminal, table func() (Table, error), may MayTouch) (Job, error) {
	if t.master < 0 && r.leader != nil {
		if s, err := r.leader.Stat(); err == nil && s.Session == r.sid && s.TTY != 0 && TTYDev(s.TTY) == t.ID.Rdev {
			return Job{max(s.TPGID, 0), r.sid}, nil
		}
	}
	j, err := t.Job(table, may)
	if err == nil && j.SID != r.sid {
		r.forget()
		r.sid = j.SID
	}
	if err == nil && r.leader == nil && j.SID > 0 {
		r.hold(j.SID, j.SID) // it knows the foreground group when the master is not given
	}
	return j, err
}

// Still reports whether the job is still the terminal's foreground job.
func (r *Roster) Still(t *Terminal, j Job) bool {
	if t.master < 0 && r.leader != nil && j.SID == r.sid {
		s, err := r.leader.Stat()
		return err == nil && TTYDev(s.TTY) == t.ID.Rdev && max(s.TPGID, 0) == j.PGRP
	}
	return t.Still(j)
}

// Leader is the session's leader, held; nil: it is not held, or gone.
func (r *Roster) Leader() *Process { return r.leader }

// First returns the processes to look at first, without a list of all: the one
// that waited last, and the leader of the group.
func (r *Roster) First(j Job) []*Process {
	var list []*Process
	if p := r.members[r.reader]; p != nil && p.alive() && groupOf(p.PID) == j.PGRP {
		list = append(list, p)
	}
	if len(list) == 1 && r.reader == j.PGRP {
		return list
	}
	if p := r.hold(j.PGRP, j.SID); p != nil && groupOf(p.PID) == j.PGRP {
		list = append(list, p)
	}
	return list
}

// Waited notes which process was proven to wait.
func (r *Roster) Waited(pid int) { r.reader = pid }

// Group returns the members of the job. Process group and session only spread
// by fork, so beside those that are held only processes started since have to
// be looked at.
func (r *Roster) Group(j Job) ([]*Process, error) {
	if r.missed = r.refresh(j); r.missed != nil {
		r.listed = false
		return nil, r.missed
	}
	var list []*Process
	for pid, p := range r.members {
		switch sid, err := unix.Getsid(pid); {
		case err == unix.ESRCH:
			r.Gone(p)
		case err == nil && sid != j.SID:
			r.left[pid] = true // it may read the terminal from outside now
			r.Gone(p)
		case groupOf(pid) == j.PGRP:
			list = append(list, p)
		default:
			if s, _, err := p.Facts(); err == nil && s.TTY == 0 && j.SID != 0 {
				r.left[pid] = true // it has given the terminal up, and job control does not stop it
			}
		}
	}
	slices.SortFunc(list, func(a, b *Process) int { return a.PID - b.PID })
	return list, nil
}

// Gone drops a process that has exited.
func (r *Roster) Gone(p *Process) {
	if r.members[p.PID] == p {
		delete(r.members, p.PID)
		if r.leader == p {
			r.leader = nil
		}
		p.Close()
	}
}

// Hidden reports that the job's leader exists and may not be looked at, as when
// /proc is mounted with hidepid.
func (r *Roster) Hidden(j Job) bool {
	return r.members[j.PGRP] == nil && groupOf(j.PGRP) == j.PGRP
}
