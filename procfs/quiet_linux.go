package procfs

import (
	"time"

	"golang.org/x/sys/unix"
)

// quiet is what a look leaves in a roster that found a job at work.
type quiet struct {
	asker   uint64 // 0: there is nothing
	job     Job
	owner   uint32 // of the terminal
	members []quietMember
	restive bool // some of the job's processes ran when they were looked at
	proven  time.Time
}

// quietMember is a process of the session.
type quietMember struct {
	*Process
	inJob bool
	runs  *uint64 // of its only thread, which slept; nil: that is not known
}

// Settle notes that a look on behalf of who, not 0, found the job at work and
// nobody waiting, if Quiet can prove it again. Unsettle before the look.
func (r *Roster) Settle(t *Terminal, j Job, who uint64) {
	if r.leader == nil || !r.listed || !r.watched ||
		len(r.holders.Holders) > 0 || r.holders.Stranger != 0 || !r.holders.Complete || r.outsiders.job != j {
		return
	}
	q := quiet{asker: who, job: j, owner: t.Owner, members: make([]quietMember, 0, len(r.members))}
	for pid, p := range r.members {
		m := quietMember{Process: p, inJob: groupOf(pid) == j.PGRP}
		if m.inJob && !p.calm.ok && !p.busy.ok {
			return
		}
		if !m.inJob {
			m.runs = p.sleeps()
		}
		q.restive = q.restive || m.inJob && !p.calm.ok
		if p == r.leader && !m.inJob && m.runs == nil {
			return // who may ask depends on it
		}
		q.members = append(q.members, m)
	}
	q.proven = time.Now()
	r.quiet = q
	if !r.sameJob(t) { // it may have changed before the session was seen asleep
		r.Unsettle()
	}
}

// sleeps returns how often the process's only thread has run, if it sleeps and
// can be asked again; else nil.
func (p *Process) sleeps() *uint64 {
	_, _, err := p.Facts()
	if err != nil || !p.facts.known || p.facts.stat.Threads != 1 || p.threads[p.PID] == nil {
		return nil
	}
	runs := p.facts.runs
	return &runs
}

// Unsettle makes the next Quiet fail.
func (r *Roster) Unsettle() { r.quiet = quiet{} }

// Rests proves that a look would find what the last one found, a job at work:
// the terminal and its owner are the same, no process was started that lives,
// nobody used the terminal, and none of the session's processes has run. Only
// they can change its foreground group, and only they each other's groups, but
// for a user who may do anything; what he does is seen within holdersFor, by a
// look. No step can sleep.
func (r *Roster) Rests(t *Terminal, who uint64) bool {
	return !r.quiet.restive && r.unused(t, who) && r.allRest(t.ID)
}

// Works is Rests also where processes of the job, of one thread each, have run:
// they do so now. What else they may have done, give the terminal to another
// group or get other rights, is asked by Quiet, which must have been within
// worksFor: so nobody is to be told anything on this proof, but that nothing new
// is to be told. No step can sleep.
func (r *Roster) Works(t *Terminal, who uint64) bool {
	if !r.unused(t, who) {
		return false
	}
	if !r.quiet.restive {
		return r.allRest(t.ID)
	}
	return time.Since(r.quiet.proven) <= worksFor && r.sameGroups() && r.allWork(t.ID)
}

const worksFor = 100 * time.Millisecond

// Quiet is Rests also where some have run: then the foreground group and their
// groups are asked for again, before the job's processes are, and after them if
// some of those are at work just now.
func (r *Roster) Quiet(t *Terminal, who uint64) bool {
	if !r.unused(t, who) {
		return false
	}
	if !r.quiet.restive && r.allRest(t.ID) {
		return true
	}
	if !r.sameJob(t) {
		return false
	}
	rests, works := r.jobRests(t.ID)
	if !rests && !(works && r.sameJob(t)) {
		return false
	}
	r.quiet.proven = time.Now()
	return true
}

// unused reports that the terminal is the same and was not used, and that no
// process was started that lives.
func (r *Roster) unused(t *Terminal, who uint64) bool {
	q := &r.quiet
	if q.asker != who || who == 0 || t.ID != r.id || r.leader == nil || len(r.members) != len(q.members) {
		return false
	}
	owner, err := t.Check()
	return err == nil && owner == q.owner && r.noBirths() && r.noUse(t)
}

// allRest reports that no process of the session has run.
func (r *Roster) allRest(term Identity) bool {
	for _, m := range r.quiet.members {
		if m.inJob && !m.undisturbed(term) || !m.inJob && !m.rests() {
			return false
		}
	}
	return true
}

// allWork reports that the job's processes have not run, or are at work, and that
// no other process of the session has run.
func (r *Roster) allWork(term Identity) bool {
	for _, m := range r.quiet.members {
		if m.inJob && !m.undisturbed(term) && !m.awake() || !m.inJob && !m.rests() {
			return false
		}
	}
	return true
}

// sameJob reports that the foreground group and the groups of the session's
// processes are what they were, and that its leader is who he was.
func (r *Roster) sameJob(t *Terminal) bool {
	if r.foreground(t) != r.quiet.job || !r.sameGroups() {
		return false
	}
	for _, m := range r.quiet.members {
		if !m.inJob && !m.rests() && (m.Process == r.leader || !m.keeps(t)) {
			return false
		}
	}
	return true
}

// keeps reports that a process that has run has not given the terminal up: then job
// control would no longer keep it from reading.
func (m quietMember) keeps(t *Terminal) bool {
	s, err := m.Stat()
	return err == nil && TTYDev(s.TTY) == t.ID.Rdev
}

// sameGroups reports that the groups of the session's processes are what they
// were.
func (r *Roster) sameGroups() bool {
	for _, m := range r.quiet.members {
		sid, err := unix.Getsid(m.PID)
		if err != nil || sid != r.quiet.job.SID || (groupOf(m.PID) == r.quiet.job.PGRP) != m.inJob {
			return false
		}
	}
	return true
}

// jobRests reports that the job's processes have not run, or at least that those
// which have do so just now.
func (r *Roster) jobRests(term Identity) (rests, works bool) {
	rests, works = true, true
	for _, m := range r.quiet.members {
		if m.inJob && !m.undisturbed(term) {
			rests, works = false, works && m.works()
		}
	}
	return rests, works
}

// rests reports that the process has not run since it was seen asleep.
func (m quietMember) rests() bool {
	t := m.threads[m.PID]
	if m.runs == nil || t == nil || t.sched < 0 {
		return false
	}
	runs, err := t.runs()
	return err == nil && runs == *m.runs
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
func (c *cursor) absent(last mark, now time.Time) bool {
	if last == c.mark && len(c.again) == 0 {
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
	return !r.stale && len(r.left) == 0 && time.Since(r.outsiders.opened) > openedFor && time.Since(r.asOf) <= holdersFor && r.cache.inotify.idle(t.ID)
}

// undisturbed is Calm without a step that can sleep.
func (p *Process) undisturbed(term Identity) bool {
	if !p.calm.ok || p.calm.term != term || !p.calm.same(p.PID) {
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
