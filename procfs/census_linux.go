package procfs

import "time"

// Listing is a table of all processes.
type Listing struct {
	Table
	last mark      // of process numbers, before the table was begun
	At   time.Time // when that was
}

// Scan lists all processes.
func (c *Cache) Scan() (Listing, error) {
	now := time.Now()
	last, err := c.counters.lastPID()
	if err != nil {
		return Listing{}, err
	}
	all, err := Scan()
	if err != nil {
		return Listing{}, err
	}
	l := Listing{all, last, now}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.census = l
	return l, nil
}

// recent is the last list, if it is not old and what was started since is
// little; else a new one is made. A first question about a terminal then does
// not have to read about every process of the machine: only those that were
// started since can have become members of a session, and few else change so
// that it matters here.
func (c *Cache) recent(last mark, now time.Time, table func() (Listing, error)) (Listing, error) {
	c.mu.Lock()
	l := c.census
	c.mu.Unlock()
	if l.Table != nil && now.Sub(l.At) <= holdersFor && last.turn == l.last.turn && last.last >= l.last.last && last.last-l.last.last <= maxStep/2 {
		return l, nil
	}
	return table()
}

// forgetOld drops what is of no use any more: a list, and what was learned of its
// processes, which is long good for those that sleep. The caller holds the lock.
func (c *Cache) forgetOld(now time.Time) {
	if now.Sub(c.census.At) > holdersFor {
		c.census = Listing{}
	}
	if c.survey != nil && now.Sub(c.survey.At) > restingFor {
		c.survey = nil
	}
}

const restingFor = time.Minute
