package helper

import (
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// facts are what was seen of one terminal's foreground job, in no operating
// system's words. judge makes the answer of them.
type facts struct {
	Foreground bool     // the terminal has a foreground process group with members
	Members    []member // of the foreground job
	Held       bool     // processes outside the job have the terminal open
	Outside    []member // holders of the terminal outside the job, that wait, sought when no member does
	// Problem is a reason why the job could not be found or listed whole.
	Problem *problem
}

// problem is a reason with the sentence that goes with it.
type problem struct {
	Reason client.Reason
	Detail string
}

// member is a process and what its threads told.
type member struct {
	PID     int
	Program string
	Leader  bool // it leads its session
	Start   uint64
	Rights  rights
	Stopped bool
	Multi   *problem // outside only: a multiplexer whose window cannot be told
	Find    finding
}

// verdict of a process's threads.
type verdict int

const (
	no verdict = iota // none waits
	proven
	cannotTell
)

// finding is what counts of a process's threads.
type finding struct {
	Verdict    verdict
	Problem    problem // with cannotTell
	TID        int
	Call       string
	Descriptor int
	Timed      bool
	Untold     untold        // what is not known of a proven wait
	Limit      time.Duration // with Timed: how long the call waits, 0 if unknown
	Also       []string      // kinds of what else the process waits for
	Pty        bool          // masters are among them, too
	Runs       uint64
	Settings   *settings
	Privileged bool // setuid, or not dumpable
	Inner      *client.Answer
}

// untold says what could not be seen of a wait: the answer leaves it out.
type untold struct {
	Timed  bool // whether the call ends by itself
	Others bool // what else the process waits for, besides Also
	Wait   bool // which wait it is: it is inferred, from what the process has asked to be woken by
}

// settings are the line settings of the reader's terminal.
type settings struct {
	Echo, Canonical, Signals, Timed bool
}
