package service

import (
	"testing"
	"time"
)

var smallLimits = Limits{ConnectionsPerKey: 2, Connections: 3, StuckPerKey: 2, Stuck: 3, Workers: 4}

func TestQuotaConnections(t *testing.T) {
	q := newQuota(smallLimits)
	for i, step := range []struct {
		key   uint32
		admit bool
	}{{1, true}, {1, true}, {1, false}, {2, true}, {3, false}} {
		if reason := q.admit(step.key); (reason == "") != step.admit {
			t.Errorf("step %d: %q", i, reason)
		}
	}
	q.closed(1, 2)
	if q.open != 1 || len(q.connections) != 1 {
		t.Errorf("after the end of two: %d open, %v", q.open, q.connections)
	}
	if reason := q.admit(3); reason != "" {
		t.Errorf("a place was not given back: %s", reason)
	}
}

func TestQuotaStuck(t *testing.T) {
	q, now := newQuota(smallLimits), time.Unix(1000, 0)
	for range 2 {
		if reason := q.start(1, now); reason != "" {
			t.Fatal(reason)
		}
		q.stick(1)
	}
	if q.start(1, now) == "" {
		t.Error("a third worker beside two stuck ones")
	}
	if reason := q.start(2, now); reason != "" {
		t.Errorf("another key: %s", reason)
	}
	q.stick(2)
	if q.start(3, now) == "" {
		t.Error("a worker although as many are stuck as may be in all")
	}
	q.ended(1, true, false, now)
	if reason := q.start(1, now); reason != "" {
		t.Errorf("after the end of a stuck one: %s", reason)
	}
}

// TestQuotaRoom: the last places are not for a key that has something stuck.
func TestQuotaRoom(t *testing.T) {
	q, now := newQuota(smallLimits), time.Unix(1000, 0)
	for _, key := range []uint32{1, 2, 3} {
		if reason := q.start(key, now); reason != "" {
			t.Fatal(reason)
		}
	}
	q.stick(1)
	if q.start(1, now) == "" {
		t.Error("a key with something stuck got the last place")
	}
	if reason := q.start(4, now); reason != "" {
		t.Errorf("a key with nothing stuck: %s", reason)
	}
	if q.start(5, now) == "" {
		t.Error("more workers than there are places")
	}
}

// TestQuotaPenalty: a killed worker counts as stuck for a while.
func TestQuotaPenalty(t *testing.T) {
	q, now := newQuota(smallLimits), time.Unix(1000, 0)
	for range 2 {
		if reason := q.start(1, now); reason != "" {
			t.Fatal(reason)
		}
		q.stick(1)
		q.ended(1, true, true, now)
	}
	if q.start(1, now.Add(killedPenalty-1)) == "" {
		t.Error("no penalty")
	}
	if reason := q.start(1, now.Add(killedPenalty)); reason != "" {
		t.Errorf("the penalty does not end: %s", reason)
	}
	q.ended(1, false, false, now)
	if q.allStuck != 0 || q.allWorkers != 0 || len(q.workers)+len(q.stuck)+len(q.penalties) != 0 {
		t.Errorf("left: %+v", q)
	}
}
