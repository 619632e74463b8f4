package procfs

import (
	"slices"
	"time"
)

// outsiders is what a roster keeps of the search outside the job.
type outsiders struct {
	holders Outsiders
	job     Job
	at      time.Time     // of the last full search, zero before the first
	asOf    time.Time     // of the list of processes it used
	fresh   cursor        // process numbers considered
	left    map[int]bool  // members that left the session
	watched bool          // the terminal's activity is known
	least   time.Duration // a search is good for so long while the terminal is only read and written
	stale   bool          // it was used since the last full search
	opened  time.Time     // when it last was
}

func (o *outsiders) forget() {
	o.at, o.asOf, o.holders = time.Time{}, time.Time{}, Outsiders{}
	clear(o.left)
}

// Outside finds the processes outside the job that could read the terminal. What
// it found serves again while nothing happens to the terminal; of processes only
// those are considered that were started since, and those that left the session.
func (r *Roster) Outside(t *Terminal, j Job, who Asker) (Outsiders, error) {
	last, err := r.last, error(nil)
	if j.PGRP == 0 || last.last == 0 { // the job was not listed
		if last, err = r.cache.counters.lastPID(); err != nil {
			return Outsiders{}, err
		}
	}
	now := time.Now()
	pids, few := r.fresh.advance(last, now)
	if due, used := r.due(t, j, now); !few || due {
		if err := r.search(t, j, who, used || !few, last); err != nil {
			r.asOf = time.Time{} // what the terminal was used for is not searched for yet
			return Outsiders{}, err
		}
		pids, _ = r.fresh.advance(r.fresh.later(last), now)
	}
	for pid := range r.left {
		r.cache.births.forget(pid) // it has changed since it was born
		pids = append(pids, pid)
	}
	clear(r.left)
	r.consider(t, j, pids, who)
	r.fresh.expire(now)
	return r.holders, nil
}

// Asker is for whom readers outside the job are sought.
type Asker struct {
	Key uint64 // the same for those whom May tells the same
	May MayTouch
	Kin bool // descendants of the job are looked at, whoever they belong to
	// Relay is the process that drives the terminal, 0 if that is not known. Until
	// there is a session another that holds the master as well is what it has just
	// started.
	Relay int
}

// search searches the whole machine. What was started since the list of processes
// was made is to be considered afterwards.
func (r *Roster) search(t *Terminal, j Job, who Asker, used bool, last mark) error {
	now := time.Now()
	found, next, asOf, err := r.cache.survey.outside(t, j, who, used, last)
	if err != nil {
		return err
	}
	r.holders, r.fresh, r.outsiders.job, r.at, r.asOf = found, next, j, now, asOf
	r.least = min(max(searchShare*time.Since(now), holdersLeast/10), holdersLeast)
	return nil
}

// due says whether the whole machine has to be searched again: somebody opened
// the terminal, or used it, or much time went by; and whether it was used.
func (r *Roster) due(t *Terminal, j Job, now time.Time) (due, used bool) {
	opened, touched := false, true
	if r.owned { // what happened is told once, to the roster that is kept
		opened, touched = r.cache.inotify.since(t.ID)
	}
	if !r.Watch(t) { // after the events were read: one says that a namesake is gone
		opened, touched = false, true
	}
	r.stale = r.stale || touched
	if opened {
		r.outsiders.opened = now
	}
	// Who opens it may leave his session a little later, and so begin to count.
	r.stale = r.stale || now.Sub(r.outsiders.opened) < openedFor
	used = opened || r.stale || j != r.outsiders.job
	if opened || j != r.outsiders.job || now.Sub(r.asOf) > holdersFor || r.stale && now.Sub(r.at) > r.least {
		r.stale = false
		return true, used
	}
	return false, used
}

// openedFor is how long a terminal that was opened counts as used.
const openedFor = time.Second

// Watch makes the cache notice what happens to the terminal; false: it cannot,
// or that is another roster's.
func (r *Roster) Watch(t *Terminal) bool {
	r.watched = r.owned && r.cache.inotify.add(t.ID, t.slave) || r.watched
	return r.watched
}

// consider adds those of a few processes that could read the terminal.
func (r *Roster) consider(t *Terminal, j Job, pids []int, who Asker) {
	s := newSearch(t, j, who, StatOf)
	for _, pid := range pids {
		p, err := r.cache.births.statOf(pid, time.Now())
		if err == nil || err == errThread {
			r.fresh.found(pid)
		}
		if err == nil {
			s.consider(&p, born{&r.cache.births, who.May})
		} else if err != errThread && !gone(err) && !denied(err) {
			s.found.Complete = false
		}
	}
	r.holders.Complete = r.holders.Complete && s.found.Complete
	for _, h := range s.found.Holders {
		if !slices.ContainsFunc(r.holders.Holders, func(o Stat) bool { return o.PID == h.PID && o.Start == h.Start }) {
			r.holders.Holders = append(r.holders.Holders, h)
		}
	}
	if s.found.Stranger != 0 {
		r.holders.Stranger = s.found.Stranger
	}
}
