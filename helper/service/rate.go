package service

import (
	"sync"
	"time"
)

// bucket lets so many questions a second through, and twice as many at once.
type bucket struct {
	mu    sync.Mutex
	rate  float64 // a second; 0: no limit
	have  float64
	since time.Time
}

func newBucket(rate int, now time.Time) *bucket {
	return &bucket{rate: float64(rate), have: 2 * float64(rate), since: now}
}

// take says how long the question has to wait for its turn.
func (b *bucket) take(now time.Time) time.Duration { return b.spend(1, now) }

// spend is take for what counts as n questions.
func (b *bucket) spend(n float64, now time.Time) time.Duration {
	if b.rate == 0 {
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.have = min(b.have+now.Sub(b.since).Seconds()*b.rate, 2*b.rate)
	b.since = now
	b.have -= n
	if b.have >= 0 {
		return 0
	}
	return time.Duration(-b.have / b.rate * float64(time.Second))
}
