package procfs

import (
	"time"

	"golang.org/x/sys/unix"
)

// survey is one look at all processes of the machine that several terminals
// share: who they are, whether they may be touched, which terminals they hold.
type survey struct {
	Listing
	who   uint64     // for whom it was made
	ask   MayTouch   // for him
	known []surveyed // of the processes of the list, in its order
	round int        // of looks at what they hold
	begun time.Time  // when the round was
	byPID map[int]Stat
}

// surveyFor is how long what processes hold serves terminals to which nothing
// happened.
const surveyFor = time.Second

// surveyed is what was learned of a process.
type surveyed struct {
	survey *survey
	asked  bool
	may    bool
	rest   resting
	round  int // in which it was last looked at, or proven to have slept since
	held   holdings
}

// newSurvey knows what an earlier one knew of the processes that are still
// there; nil: there was none. Lists are sorted by number.
func newSurvey(all Listing, who uint64, earlier *survey) *survey {
	v := &survey{Listing: all, who: who, known: make([]surveyed, len(all.Table)), round: 1}
	old := 0
	for i, p := range all.Table {
		v.known[i].survey = v
		if earlier == nil {
			continue
		}
		for old < len(earlier.Table) && earlier.Table[old].PID < p.PID {
			old++
		}
		if old < len(earlier.Table) && earlier.Table[old].PID == p.PID && earlier.Table[old].Start == p.Start {
			v.known[i].rest = earlier.known[old].rest
		}
	}
	return v
}

func (v *survey) find(pid int) (Stat, bool) {
	if v.byPID == nil {
		v.byPID = v.tree()
	}
	s, ok := v.byPID[pid]
	return s, ok
}

// now is a process of the list, or what it is now if it has left its session
// since: then it has no controlling terminal any more.
func (v *survey) now(i int) *Stat {
	p := &v.Table[i]
	if p.TTY == 0 {
		return p
	}
	if sid, err := unix.Getsid(p.PID); err != nil || sid == p.Session {
		return p
	}
	if s, err := statOf(p.PID); err == nil && s.Start == p.Start {
		return &s
	}
	return p
}

// touchable asks once.
func (k *surveyed) touchable(p *Stat) bool {
	if !k.asked {
		k.asked, k.may = true, k.survey.ask(*p)
	}
	return k.may
}

// holdings looks at a process's descriptors once in a round, and at those of one
// that has slept since an earlier look not at all.
func (k *surveyed) holdings(p *Stat, most int) (holdings, bool) {
	if k.round == k.survey.round {
		return k.held, true
	}
	h, known := k.rest.again(p.PID)
	if !known {
		r := restFrom(p.PID)
		var all bool
		if h, all = holdingsOf(p.PID, most); !all {
			return h, false
		}
		k.rest = r.with(h)
	}
	k.round, k.held = k.survey.round, h.seen()
	return h, true
}

// borrow takes the cache's survey out for exclusive use, if it is of this list
// and for the same, or makes one. What processes hold is kept for terminals that
// were not used since.
func (c *Cache) borrow(all Listing, who uint64, used bool, now time.Time) *survey {
	c.mu.Lock()
	defer c.mu.Unlock()
	v := c.survey
	c.survey = nil
	if v == nil || v.who != who || v.At != all.At {
		v = newSurvey(all, who, v)
	}
	if used || now.Sub(v.begun) > surveyFor {
		v.round, v.begun = v.round+1, now
	}
	return v
}

// lend makes a survey the cache's.
func (c *Cache) lend(v *survey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.survey = v
}
