package service

import (
	"testing"
	"time"
)

func TestBucket(t *testing.T) {
	now := time.Unix(1000, 0)
	b := newBucket(10, now)
	for i := range 20 {
		if pause := b.take(now); pause != 0 {
			t.Fatalf("question %d waits %v", i, pause)
		}
	}
	for i := 1; i <= 3; i++ {
		if pause, want := b.take(now), time.Duration(i)*100*time.Millisecond; pause != want {
			t.Errorf("%d too many: %v, want %v", i, pause, want)
		}
	}
	now = now.Add(time.Hour) // no more than the bucket holds
	for range 20 {
		if pause := b.take(now); pause != 0 {
			t.Fatal(pause)
		}
	}
	if b.take(now) == 0 {
		t.Error("an hour's pause is saved up")
	}
}

func TestNoRate(t *testing.T) {
	b := newBucket(0, time.Unix(0, 0))
	for range 1000 {
		if pause := b.take(time.Unix(0, 0)); pause != 0 {
			t.Fatal(pause)
		}
	}
}
