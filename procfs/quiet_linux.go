package procfs

import (
	"time"

	"golang.org/x/sys/unix"
)

// quiet is what a look leaves in a roster that found a job at work.
type quiet struct {
	asker   uint64 // who asked; 0: there is nothing
	job     Job
	owner   uint32 // of the terminal
	members int    // of the session
	runs    uint64 // of the session's leader
}

// Settle notes that a look on behalf of who, not 0, found the job at work and
// nobody waiting, if Quiet can prove it again. Unsettle before the look.
func (r *Roster) Settle(t *Terminal, j Job, who uint64) {
	if r.leader == nil || !r.listed || !r.watched ||
		len(r.holders.Holders) > 0 || r.holders.Stranger != 0 || !r.holders.Complete || r.outsiders.job != j {
		return
	}
	for pid, p := range r.members {
		if groupOf(pid) == j.PGRP && !p.calm.ok {
			return
		}
	}
	if _, _, err := r.leader.Facts(); err == nil && r.leader.facts.known {
		r.quiet = quiet{who, j, t.Owner, len(r.members), r.leader.facts.runs}
	}
}

// Unsettle makes the next Quiet fail.
func (r *Roster) Unsettle() { r.quiet = quiet{} }

// Quiet proves that a look would find what the last one found, a job at work:
// the terminal, its owner and its foreground job are the same, no process was
// started that lives, none of the job has run, nor the session's leader, and
// nobody used the terminal. The job is read before the rest, which is then
// known to have been so at that time. No step can sleep.
func (r *Roster) Quiet(t *Terminal, who uint64) bool {
	q := &r.quiet
	if q.asker != who || who == 0 || t.ID != r.id || r.leader == nil || len(r.members) != q.members {
		return false
	}
	if owner, err := t.Check(); err != nil || owner != q.owner {
		return false
	}
	return r.foreground(t) == q.job && r.noBirths() && r.noUse(t) && r.allCalm(t.ID)
}

// foreground is the terminal's job as the master or the session's leader tells
// it; none if they do not.
func (r *Roster) foreground(t *Terminal) Job {
	pgrp, sid, ok, err := t.Master()
	if ok && err == nil {
		return Job{pgrp, sid}
	}
	s, err := r.leader.Stat()
	if ok || err != nil || TTYDev(s.TTY) != t.ID.Rdev {
		return Job{}
	}
	return Job{max(s.TPGID, 0), s.Session}
}

// noBirths reports that no process was started that was not looked at, but for
// those that are gone again. The others stay on the lists.
func (r *Roster) noBirths() bool {
	last, err := r.cache.counters.lastPID()
	now := time.Now()
	return err == nil && r.cursor.absent(last, now) && r.fresh.absent(last, now)
}

// absent advances, and reports that none of the numbers to look at is there.
func (c *cursor) absent(last int, now time.Time) bool {
	if last == c.last && len(c.again) == 0 {
		return true
	}
	pids, ok := c.advance(last, now)
	for _, pid := range pids {
		if _, err := unix.Getsid(pid); err != unix.ESRCH {
			return false
		}
	}
	if ok {
		c.expire(now)
	}
	return ok
}

// noUse reports that nothing happened to the terminal and that the search for
// readers outside the job is not due.
func (r *Roster) noUse(t *Terminal) bool {
	return !r.stale && len(r.left) == 0 && time.Since(r.asOf) <= holdersFor && r.cache.inotify.idle(t.ID)
}

// allCalm reports that the session's processes are in the groups in which they
// were, and that those of the job have not run.
func (r *Roster) allCalm(term Identity) bool {
	job := r.quiet.job
	for pid, p := range r.members {
		if sid, err := unix.Getsid(pid); err != nil || sid != job.SID {
			return false
		}
		if groupOf(pid) == job.PGRP && !p.undisturbed(term) {
			return false
		}
	}
	return r.leaderRests()
}

// leaderRests reports that the session's leader is who it was.
func (r *Roster) leaderRests() bool {
	t := r.leader.threads[r.leader.PID]
	if t == nil || t.sched < 0 {
		return false
	}
	runs, err := t.runs()
	return err == nil && runs == r.quiet.runs
}

// undisturbed is Calm without a step that can sleep.
func (p *Process) undisturbed(term Identity) bool {
	if !p.calm.ok || p.calm.term != term {
		return false
	}
	for _, tid := range p.calm.tids {
		t := p.threads[tid]
		if t == nil || t.sched < 0 || !t.memo.ok || t.memo.term != term || t.memo.finding.Verdict != No || len(t.memo.lists) > 0 {
			return false
		}
		if runs, err := t.runs(); err != nil || runs != t.memo.runs {
			return false
		}
	}
	return true
}
