package kdebug

// position is where a thread is, as far as the trace tells.
type position uint8

const (
	positionUnknown position = iota // nothing seen since the trace began or had a gap
	positionOut                     // not in a system call
	positionIn                      // in a system call
)

// threadState is a thread's position, and with positionIn the call, its raw
// arguments and the time of its entry, which identifies this very call.
type threadState struct {
	position position
	call     uint16
	args     [4]uint64
	since    uint64
}

// mayWait tells whether the thread is in a call that can wait for a terminal.
func (s threadState) mayWait() bool {
	return s.position == positionIn && callOf(s.call).family != familyOther
}

// threads follows every thread of the machine through the trace. A thread it
// does not know is unknown, never out: a blocked thread emits nothing more, so
// after a gap silence proves nothing.
type threads struct {
	known map[uint64]threadState
	gap   string // why older states are unknown
	gaps  int
}

func newThreads() *threads {
	return &threads{known: map[uint64]threadState{}, gap: gapStart}
}

// Why threads are unknown, as part of a sentence: "... when %s".
const (
	gapStart = "tracing began"
	gapLost  = "trace records were lost"
)

func (t *threads) at(thread uint64) threadState { return t.known[thread] }

// forget makes every thread unknown.
func (t *threads) forget(why string) {
	clear(t.known)
	t.gap = why
	t.gaps++
}

// apply takes the next record. Records must come in the order of the reads:
// records of one thread can carry equal timestamps.
func (t *threads) apply(r Record) {
	if number, function, ok := r.systemCall(); ok {
		t.applyCall(r, number, function)
		return
	}
	switch r.DebugID {
	case eventLost:
		t.forget(gapLost)
	case eventNewThread:
		t.born(r.Args[0])
	case eventExec:
		t.born(r.Thread)
	case eventThreadGone:
		delete(t.known, r.Args[0])
	}
}

func (t *threads) applyCall(r Record, number uint16, function uint32) {
	switch function {
	case functionStart:
		t.known[r.Thread] = threadState{position: positionIn, call: number, args: r.Args, since: r.Timestamp}
	case functionEnd:
		t.known[r.Thread] = threadState{position: positionOut, since: r.Timestamp}
	}
}

// born notes a new thread. Thread numbers are not used again, so one that is
// known already has spoken since.
func (t *threads) born(thread uint64) {
	if _, ok := t.known[thread]; !ok {
		t.known[thread] = threadState{position: positionOut}
	}
}
