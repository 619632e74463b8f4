package procfs

import (
	"slices"
	"sync"
	"time"
)

// survey is what is known of all processes of the machine, for all terminals of a
// cache: who they are, whether they may be touched, which terminals they hold. A
// process changes that itself, by running, and how long it has run is told in one
// call. So only those that have run are looked at again, and those that were
// started since; and once in a while all. What others can do to one that sleeps,
// take its terminal away, is seen when its session's leader has run, or after
// holdersFor.
type survey struct {
	mu    sync.Mutex
	known []surveyed    // sorted by number
	next  cursor        // who was started later is not known
	at    time.Time     // of the list's last update, zero: there is none
	read  time.Time     // when all was read last
	ttys  time.Time     // when that was read last of those that have a terminal
	anew  time.Time     // when nothing was taken over from before
	cost  time.Duration // of the longest search since
	who   uint64        // for whom it is known what may be touched
	ask   MayTouch      // for him
}

// surveyed is what is known of a process since it had used so much processor
// time.
type surveyed struct {
	Stat
	used   processorTime
	asked  bool // whether it may be touched
	may    bool
	looked bool // at what it holds
	held   holdings
}

const (
	readFor   = time.Minute
	surveyFor = time.Second // what is known is good for so long for terminals to which nothing happened
)

// scan reads about all processes and returns a table of them.
func (v *survey) scan(last mark) (Table, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.readAll(last, time.Now()); err != nil {
		return nil, err
	}
	return v.table(), nil
}

func (v *survey) table() Table {
	all := make(Table, len(v.known))
	for i := range v.known {
		all[i] = v.known[i].Stat
	}
	return all
}

// session lists a session's processes, or those that once were in it, and returns
// the cursor that follows those that are started from now on. Nobody joins a
// session but by being started, so that the list may be old.
func (v *survey) session(sid int, last mark) ([]int, cursor, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.follow(last, time.Now()); err != nil {
		return nil, cursor{}, err
	}
	var pids []int
	for i := range v.known {
		if v.known[i].Session == sid {
			pids = append(pids, v.known[i].PID)
		}
	}
	return pids, v.next.clone(), nil
}

// outside searches for a terminal's readers outside its job: if it was used, among
// the processes as they are now. Who was started after last is to be considered
// afterwards; the cursor that is returned follows those. The time is that of the
// list.
func (v *survey) outside(t *Terminal, j Job, who Asker, used bool, last mark) (Outsiders, cursor, time.Time, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	refresh, now := v.follow, time.Now()
	if used || now.Sub(v.at) > surveyFor {
		refresh = v.update
	}
	if v.old(now) {
		v.forget()
	}
	if err := refresh(last, now); err != nil {
		return Outsiders{}, cursor{}, time.Time{}, err
	}
	defer func() { v.cost = max(v.cost, time.Since(now)) }()
	if v.who != who.Key {
		v.who = who.Key
		for i := range v.known {
			v.known[i].asked = false
		}
	}
	v.ask = who.May
	return v.search(t, j, who), v.next.clone(), v.at, nil
}

func (v *survey) search(t *Terminal, j Job, who Asker) Outsiders {
	s := newSearch(t, j, who, v.find)
	for i := len(v.known) - 1; i >= 0; i-- { // the youngest first
		if k := &v.known[i]; !k.holdsNothing() {
			s.consider(&k.Stat, known{v, k})
		}
	}
	return s.found
}

// place finds the place of a process number.
func (v *survey) place(pid int) (int, bool) {
	return slices.BinarySearchFunc(v.known, pid, func(k surveyed, pid int) int { return k.PID - pid })
}

func (v *survey) find(pid int) (Stat, bool) {
	i, ok := v.place(pid)
	if !ok {
		return Stat{}, false
	}
	return v.known[i].Stat, true
}

// holdsNothing reports a process that may be touched, and holds no terminal.
func (k *surveyed) holdsNothing() bool {
	return k.asked && k.may && k.looked && len(k.held.slaves) == 0
}

// known is a process of a survey as one that may read a terminal.
type known struct {
	*survey
	*surveyed
}

// touchable asks once.
func (k known) touchable(p *Stat) bool {
	if !k.asked {
		k.asked, k.may = true, k.ask(*p)
	}
	return k.may
}

// holdings looks at a process's descriptors unless it has slept since it last did.
func (k known) holdings(p *Stat, most int) (holdings, bool) {
	if k.looked {
		return k.held, true
	}
	h, all := holdingsOf(p.PID, most)
	if all {
		k.looked, k.held = k.used.known, h.seen()
	}
	return h, all
}

// idle drops what is known if it was of no use in a while.
func (v *survey) idle(now time.Time) {
	if !v.mu.TryLock() {
		return
	}
	defer v.mu.Unlock()
	if now.Sub(v.at) > readFor {
		v.forget()
	}
}

// old reports that all is to be looked at anew: every few seconds, or less often so
// that it takes a hundredth of the time.
func (v *survey) old(now time.Time) bool {
	return now.Sub(v.anew) > min(max(holdersFor, 100*v.cost), readFor)
}

func (v *survey) forget() { v.known, v.at = nil, time.Time{} }
