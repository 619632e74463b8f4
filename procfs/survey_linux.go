package procfs

import "time"

// survey is one look at all processes of the machine that several terminals
// share: who they are, whether they may be touched, which terminals they hold.
type survey struct {
	Listing
	who    uint64    // for whom it was made
	heldAt time.Time // when held was begun
	byPID  map[int]Stat
	may    map[int]bool
	held   map[int]holdings
}

// surveyFor is how long what processes hold serves terminals to which nothing
// happened.
const surveyFor = time.Second

func (v *survey) find(pid int) (Stat, bool) {
	if v.byPID == nil {
		v.byPID = v.tree()
	}
	s, ok := v.byPID[pid]
	return s, ok
}

// touchable asks once for each process.
func (v *survey) touchable(may MayTouch) MayTouch {
	if v.may == nil {
		v.may = map[int]bool{}
	}
	return func(s Stat) bool {
		ok, known := v.may[s.PID]
		if !known {
			ok = may(s)
			v.may[s.PID] = ok
		}
		return ok
	}
}

// holdings looks at a process's descriptors once.
func (v *survey) holdings(pid, most int) holdings {
	if h, ok := v.held[pid]; ok {
		h.looked = 0
		return h
	}
	if v.held == nil {
		v.held = map[int]holdings{}
	}
	h := holdingsOf(pid, most)
	v.held[pid] = h
	return h
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
		v = &survey{Listing: all, who: who}
	}
	if used || now.Sub(v.heldAt) > surveyFor {
		v.held, v.heldAt = nil, now
	}
	return v
}

// lend makes a survey the cache's.
func (c *Cache) lend(v *survey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.survey = v
}
