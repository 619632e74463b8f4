package service

import (
	"fmt"
	"net"
	"time"

	"github.com/rt-helper/rt-helper/internal/varlink"
)

// user is what one user's connections share.
type user struct {
	rate    *bucket
	watches int           // guarded by the service's lock
	closes  chan struct{} // one for each close that has not come back
}

// unnamed stands for callers of whom the kernel does not say who they are.
const unnamed = 1<<32 - 1

// user returns the user of a number. There are no more of them than the machine
// has users that ever asked.
func (s *alone) user(uid uint32) *user {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.users[uid]
	if u == nil {
		u = &user{rate: newBucket(s.Limits.QueriesPerSecond, time.Now()), closes: make(chan struct{}, parkedPerKey)}
		s.users[uid] = u
	}
	return u
}

// close drops something that a caller sent. It waits until the user has room
// for a close that may never come back, and for the close.
func (u *user) close(f func()) {
	u.closes <- struct{}{}
	f()
	<-u.closes
}

// discard is close that does not wait for the close itself.
func (u *user) discard(f func()) {
	u.closes <- struct{}{}
	go func() {
		f()
		<-u.closes
	}()
}

// refuse tells a caller that he is not served.
func (u *user) refuse(c *net.UnixConn, reason string) {
	_ = c.SetWriteDeadline(time.Now().Add(sendPatience))
	_, _ = fmt.Fprintf(c, "{\"error\":%q,\"parameters\":{\"message\":%q}}\x00", varlink.Busy, reason)
	_ = c.CloseWrite()
	_ = c.CloseRead()
	u.close(func() { _ = c.Close() })
}

func (s *alone) admit(uid uint32) (refusal string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if refusal = s.quota.admit(uid); refusal != "" {
		s.counts.Refusals++
	}
	return refusal
}

func (s *alone) gone(uid uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.quota.closed(uid, 1)
}

func (s *alone) beginWatch(u *user) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u.watches >= s.Limits.WatchesPerKey {
		return false
	}
	u.watches++
	s.counts.Watches++
	return true
}

func (s *alone) endWatch(u *user) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u.watches--
	s.counts.Watches--
}

// count changes the counters.
func (s *alone) count(f func(*Counts)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(&s.counts)
}

// total returns what was counted so far.
func (s *alone) total() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	var c Counts
	c.Add(s.counts)
	return c
}
