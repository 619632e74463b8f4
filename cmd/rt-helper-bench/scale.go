package main

import "time"

// scale says how much is measured.
type scale struct {
	sizes  []int // processes on the machine
	passes int   // of the alternating measurements; their median counts
	pairs  int   // of query and echo in a pass
	dials  int   // pairs with a new connection each
	firsts int   // new terminals
	scans  int   // of the whole machine
	rounds []work
	cpu    time.Duration // watched for its cost
	settle time.Duration // before that
	fair   time.Duration // asked beside others
	load   load
}

// work is how long the watched program works between two reads, and how many
// times it does so.
type work struct {
	time   time.Duration
	rounds int
}

// load is what others do while somebody asks.
type load struct {
	clients, threads, watched, all int
}

// full takes some minutes.
func full() scale {
	return scale{
		sizes: []int{100, 500, 5000}, passes: 3, pairs: 1000, dials: 400, firsts: 25, scans: 7,
		rounds: []work{
			{0, 5000}, {3 * time.Millisecond, 600}, {50 * time.Millisecond, 100}, {500 * time.Millisecond, 15},
		},
		cpu: 10 * time.Second, settle: 2 * time.Second, fair: 2 * time.Second,
		load: load{clients: 50, threads: 10000, watched: 200, all: 40},
	}
}

// brief takes some seconds, and shows that the measurement works rather than
// what it measures.
func brief() scale {
	return scale{
		sizes: []int{100, 250}, passes: 1, pairs: 50, dials: 20, firsts: 3, scans: 1,
		rounds: []work{{0, 50}, {3 * time.Millisecond, 20}, {50 * time.Millisecond, 4}},
		cpu:    2 * time.Second, settle: 200 * time.Millisecond, fair: 200 * time.Millisecond,
		load: load{clients: 6, threads: 300, watched: 20, all: 10},
	}
}
