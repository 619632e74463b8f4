package service

import "time"

// quota counts what each budget key uses. It does no I/O and has no lock: the
// supervisor guards it.
type quota struct {
	limits      Limits
	connections map[uint32]int
	stuck       map[uint32]int
	workers     map[uint32]int
	penalties   map[uint32][]time.Time // ends of the penalties of killed workers
	open        int
	allStuck    int
	allWorkers  int
}

func newQuota(l Limits) *quota {
	return &quota{limits: l, connections: map[uint32]int{}, stuck: map[uint32]int{}, workers: map[uint32]int{}, penalties: map[uint32][]time.Time{}}
}

// admit counts a connection, or says why it is refused.
func (q *quota) admit(key uint32) string {
	switch {
	case q.connections[key] >= q.limits.ConnectionsPerKey:
		return "too many connections of yours are open"
	case q.open >= q.limits.Connections:
		return "too many connections are open"
	}
	q.connections[key]++
	q.open++
	return ""
}

func (q *quota) closed(key uint32, n int) {
	q.open -= n
	if q.connections[key] -= n; q.connections[key] <= 0 {
		delete(q.connections, key)
	}
}

// start counts a new worker, or says why there can be none. A key with
// something stuck may not use the last quarter of the places.
func (q *quota) start(key uint32, now time.Time) string {
	stuck := q.stuckOf(key, now)
	room := q.limits.Workers
	if stuck > 0 {
		room -= q.limits.Workers / 4
	}
	switch {
	case stuck >= q.limits.StuckPerKey:
		return "looks at processes of yours got stuck; they must end first"
	case q.allStuck >= q.limits.Stuck:
		return "too many looks are stuck on this machine"
	case q.allWorkers >= room:
		return "too many users ask at once"
	}
	q.workers[key]++
	q.allWorkers++
	return ""
}

// stuckOf counts the stuck workers of a key, and those that the kernel killed a
// short while ago.
func (q *quota) stuckOf(key uint32, now time.Time) int {
	var last []time.Time
	for _, t := range q.penalties[key] {
		if t.After(now) {
			last = append(last, t)
		}
	}
	if q.penalties[key] = last; len(last) == 0 {
		delete(q.penalties, key)
	}
	return q.stuck[key] + len(last)
}

// stick turns a worker into a stuck one.
func (q *quota) stick(key uint32) {
	q.stuck[key]++
	q.allStuck++
}

// ended gives a worker's place back.
func (q *quota) ended(key uint32, wasStuck, killed bool, now time.Time) {
	if wasStuck {
		q.allStuck--
		if q.stuck[key]--; q.stuck[key] <= 0 {
			delete(q.stuck, key)
		}
	}
	q.allWorkers--
	if q.workers[key]--; q.workers[key] <= 0 {
		delete(q.workers, key)
	}
	if killed {
		q.penalties[key] = append(q.penalties[key], now.Add(killedPenalty))
	}
}
