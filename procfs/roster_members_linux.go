package procfs

import (
	"time"

	"golang.org/x/sys/unix"
)

// refresh completes the list of the session's processes.
func (r *Roster) refresh(j Job) error {
	last, err := r.cache.counters.lastPID()
	if err != nil {
		return err
	}
	r.last = last
	r.missed = nil
	now := time.Now()
	if pids, ok := r.cursor.advance(last, now); ok && r.listed && j.SID == r.sid {
		for _, pid := range pids {
			r.admit(pid, j.SID)
		}
		r.cursor.expire(now)
		return r.missed
	}
	r.cursor = cursor{mark: last}
	r.sid = j.SID
	if err := r.list(j, last); err != nil {
		return err
	}
	r.listed = r.missed == nil
	return r.missed
}

// list finds the session's processes: all were started after its leader, so
// that few numbers have to be looked at if numbers ascend.
func (r *Roster) list(j Job, last mark) error {
	if j.SID > 0 && last.last >= j.SID && last.last-j.SID <= maxStep && ascending() {
		for pid := j.SID; pid <= last.last; pid++ {
			r.admit(pid, j.SID)
		}
		r.cursor = follow(last, func(pid int) bool { return r.members[pid] != nil }, time.Now())
		return nil
	}
	pids, next, err := r.cache.survey.session(j.SID, last)
	if err != nil {
		return err
	}
	for _, pid := range pids {
		if r.hold(pid, j.SID) == nil {
			r.left[pid] = true // if it is still there
		}
	}
	r.cursor = next // may be past last
	return nil
}

// admit holds a process if it belongs to the session.
func (r *Roster) admit(pid, sid int) {
	s, err := r.cache.births.statOf(pid, time.Now())
	if err == nil || err == errThread {
		r.cursor.found(pid)
	}
	if err != nil {
		if err != errThread {
			r.miss(err)
		}
		return
	}
	if s.Session == sid {
		r.hold(pid, sid)
	}
}

// hold opens a process of the session, unless it is held.
func (r *Roster) hold(pid, sid int) *Process {
	if p := r.members[pid]; p != nil {
		if p.alive() {
			return p
		}
		r.Gone(p)
	}
	if pid <= 0 {
		return nil
	}
	p, err := r.cache.Hold(pid)
	if err != nil {
		r.miss(err)
		return nil
	}
	s, err := p.Stat()
	if err != nil || s.Session != sid {
		r.miss(err)
		p.Close()
		return nil
	}
	p.kept = len(r.members) < maxKeptMembers
	r.members[pid] = p
	if pid == sid {
		r.leader = p
	}
	return p
}

// maxKeptMembers bounds the processes of a session whose files stay open.
const maxKeptMembers = 512

// miss notes an error that does not mean that the process has exited, or is
// hidden from this user altogether.
func (r *Roster) miss(err error) {
	if err != nil && !gone(err) && !denied(err) {
		r.missed = err
	}
}

// alive asks through the pidfd; a process without one is taken to live until a
// read says otherwise.
func (p *Process) alive() bool {
	return p.pidfd < 0 || unix.PidfdSendSignal(p.pidfd, 0, nil, 0) != unix.ESRCH
}

// groupOf is the process group of a process, -1 if there is none.
func groupOf(pid int) int {
	g, err := unix.Getpgid(pid)
	if err != nil {
		return -1
	}
	return g
}
