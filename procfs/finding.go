package procfs

import "time"

// Verdict says whether a thread waits for input from the terminal.
type Verdict int

// The verdicts of a Finding.
const (
	No         Verdict = iota // it does not
	Proven                    // it did, at an instant during the look
	CannotTell                // Finding.Reason says why
)

// Reasons of CannotTell. They are words of the answer that users see.
const (
	ReasonRing         = "io-uring"
	ReasonNotPermitted = "not-permitted"
	ReasonStalled      = "stalled-target"
	ReasonTooBig       = "too-big"
	ReasonUnsupported  = "unsupported-system"
)

// Finding is what one look at one thread told.
type Finding struct {
	TID     int
	Verdict Verdict
	Reason  string // with CannotTell
	Detail  string // with CannotTell: a sentence for a person, without addresses

	Call    string        // name of the system call it sleeps in, if one that matters
	FD      int           // with Proven: the thread's descriptor of the terminal
	Timed   bool          // the call ends by itself
	Limit   time.Duration // with Timed: how long the call waits at most
	Queued  bool          // with No: it waits for the terminal, but typed input is there
	Sources []Source
	Runs    uint64 // how often the thread had run; the same as long as it sleeps
	Masters []int  // pty masters in the same wait: descriptors of the thread

	copied *int // a copy of the terminal's descriptor
}

// Source is something else that the same call waits for.
type Source struct {
	FD   int
	Kind string // one of the Kind words
	ino  uint64
}

// Kinds of sources, as users see them.
const (
	KindSocket   = "socket"
	KindPipe     = "pipe"
	KindPty      = "pty"
	KindTerminal = "terminal"
	KindInotify  = "inotify"
	KindChild    = "child"
	KindDevice   = "device"
	KindOther    = "other"

	kindOwn   = ""      // a process's own wake-up: eventfd, timerfd, signalfd
	kindReady = "ready" // never blocks: regular file, /dev/null
	kindEpoll = "epoll"
)

// cannotTell is a finding that names its reason.
func cannotTell(tid int, reason, detail string) Finding {
	return Finding{TID: tid, Verdict: CannotTell, Reason: reason, Detail: detail}
}

// Settings are the line settings of a terminal (termios(3)).
type Settings struct {
	Echo, Canonical bool
	// Signals: ^C and its like raise signals instead of being read.
	Signals bool
	// Timed: in non-canonical mode with VMIN 0 and VTIME set, a read ends by
	// itself.
	Timed bool
}
