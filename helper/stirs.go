package helper

import "time"

// stirs bounds how often terminals' activity may wake a hub, for anybody may use
// his terminal all the time: a few times in a row at once, and in the long run
// once in quickest.
type stirs struct {
	full time.Time // when all that were taken are made good
}

const stirsInARow = 8

// take reports that one is left.
func (s *stirs) take(now time.Time) bool {
	if s.full.Before(now) {
		s.full = now
	}
	s.full = s.full.Add(quickest)
	if s.full.Sub(now) <= stirsInARow*quickest {
		return true
	}
	s.full = now.Add(stirsInARow * quickest)
	return false
}
