package procfs

import (
	"bytes"
	"fmt"
	"slices"
	"time"
)

// ParseLastPID returns the process number that was allocated last: the last
// field of /proc/loadavg (proc(5)), as of the reader's process ID namespace.
func ParseLastPID(b []byte) (int, error) {
	b = bytes.TrimSpace(b)
	n, ok := decimal(b[bytes.LastIndexByte(b, ' ')+1:])
	if !ok || n < 0 {
		return 0, fmt.Errorf("loadavg: the last field is no number")
	}
	return int(n), nil
}

// ParseForks returns how many processes and threads were started since boot:
// the line processes of /proc/stat (proc(5)).
func ParseForks(b []byte) (uint64, error) {
	for line := range bytes.Lines(b) {
		if rest, ok := bytes.CutPrefix(line, []byte("processes ")); ok {
			if n, ok := decimal(bytes.TrimSpace(rest)); ok && n >= 0 {
				return uint64(n), nil
			}
		}
	}
	return 0, fmt.Errorf("stat: no line processes")
}

// cursor follows the allocation of process numbers, so that only new ones have
// to be looked at. A number is allocated before the process is listed: one that
// is not there yet is looked at again for a while.
type cursor struct {
	mark
	again []absent
}

// mark is how far the allocation of process numbers has come: the last one, and
// in which turn through all of them.
type mark struct {
	last int
	turn uint64
}

// before reports a mark that allocation had come to earlier.
func (m mark) before(n mark) bool {
	return m.turn < n.turn || m.turn == n.turn && m.last < n.last
}

type absent struct {
	pid   int
	since time.Time
}

// Bounds of following: after a larger step it is cheaper, and after a wrap
// necessary, to read the whole list again.
const (
	maxStep  = 2048
	grace    = 100 * time.Millisecond
	maxAgain = 256
)

// follow begins after a mark. Numbers allocated shortly before that are not known
// may not have been listed yet, and are looked at again.
func follow(from mark, known func(pid int) bool, now time.Time) cursor {
	c := cursor{mark: from}
	for pid := max(1, from.last-recent); pid <= from.last; pid++ {
		if !known(pid) {
			c.again = append(c.again, absent{pid, now})
		}
	}
	return c
}

// recent is how many numbers can have been allocated without being listed.
const recent = 32

// advance returns the numbers to look at now that allocation has come so far;
// false: read the whole list.
func (c *cursor) advance(to mark, now time.Time) ([]int, bool) {
	if to.turn != c.turn || to.last < c.last || to.last-c.last > maxStep || len(c.again) > maxAgain {
		return nil, false
	}
	pids := make([]int, 0, to.last-c.last+len(c.again))
	for _, a := range c.again {
		pids = append(pids, a.pid)
	}
	for pid := c.last + 1; pid <= to.last; pid++ {
		pids = append(pids, pid)
		c.again = append(c.again, absent{pid, now})
	}
	c.mark = to
	return pids, true
}

func (c *cursor) clone() cursor { return cursor{c.mark, slices.Clone(c.again)} }

// later is the mark, unless the cursor is past it.
func (c *cursor) later(m mark) mark {
	if m.turn != c.turn || m.last < c.last {
		return c.mark
	}
	return m
}

// found takes a number off the list of those to look at again.
func (c *cursor) found(pid int) {
	for i, a := range c.again {
		if a.pid == pid {
			c.again = append(c.again[:i], c.again[i+1:]...)
			return
		}
	}
}

// expire forgets numbers that were absent for as long as it can take to list a
// new process.
func (c *cursor) expire(now time.Time) {
	keep := c.again[:0]
	for _, a := range c.again {
		if now.Sub(a.since) < grace {
			keep = append(keep, a)
		}
	}
	c.again = keep
}
