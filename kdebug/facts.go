package kdebug

// Reason is one word for why it cannot be told what a thread or process does.
type Reason string

// The reasons. Trouble.Detail and Thread.Detail say more.
const (
	ReasonMixedSet     Reason = "mixed-set"          // select or poll, and other sources than the terminal are open
	ReasonBeforeTrace  Reason = "before-trace"       // the call began before the trace or during a gap in it
	ReasonTracingBusy  Reason = "tracing-busy"       // another tool holds the trace, or it is paused
	ReasonNotPermitted Reason = "not-permitted"      // the kernel refused a look
	ReasonTooBig       Reason = "too-big"            // more entries than are looked at
	ReasonUnsupported  Reason = "unsupported-system" // the kernel failed a call that it should know
	ReasonUnsettled    Reason = "unsettled"          // the descriptor is being closed or replaced
)

// Trouble is why something cannot be told. The zero value is none.
type Trouble struct {
	Reason Reason
	Detail string
}

// Verdict is what is known of one thread and one terminal.
type Verdict string

// The verdicts.
const (
	// Proven: it slept, between the question and the answer, in a system call
	// that waits for input from the terminal.
	Proven Verdict = "proven"
	// Inferred: the process has asked the kernel to be woken by input from the
	// terminal, but no call was seen: its kqueue was last slept on and nothing
	// happened since, or a dispatch source of it is armed. Wrong if the sleep
	// ended by a time-out or a signal and the thread sleeps elsewhere now.
	Inferred Verdict = "inferred"
	// No: it was seen not to wait for the terminal.
	No Verdict = "no"
	// CannotTell: Thread.Reason says why.
	CannotTell Verdict = "cannot-tell"
)

// Kinds of a Source.
const (
	KindSocket   = "socket"
	KindPipe     = "pipe"
	KindPTY      = "pty"      // master of another terminal
	KindTerminal = "terminal" // another terminal
	KindKqueue   = "kqueue"
	KindChild    = "child"
	KindDevice   = "device"
	KindFile     = "file"
	KindMach     = "mach"
	KindOther    = "other"
)

// Source is something else that a call waits for, or may wait for.
type Source struct {
	FD     int // -1: no descriptor
	Kind   string
	Device uint32 // st_rdev, of a pty, a terminal or a device
}

// Slave is the device of the terminal whose master the source is: the two share
// their minor number. ok is false for any other source.
func (s Source) Slave() (device uint32, ok bool) {
	return majorSlave<<24 | s.Device&0xffffff, s.Kind == KindPTY
}

// Thread is what is known of a thread.
type Thread struct {
	// ID is the kernel's thread id, unique until reboot; 0 with Inferred if it
	// is not known which thread of the process would be woken.
	ID      uint64
	Verdict Verdict
	Reason  Reason // with CannotTell and Inferred
	Detail  string // one sentence
	// Call is the system call that it is in, "" if none or not known.
	Call string
	// Descriptor is the terminal's in that call, -1 if there is none.
	Descriptor int
	// Timed: the call ends by itself; nil if that is not known.
	Timed *bool
	// Others is what else the call waits for, or with mixed-set may wait for.
	// Wake-ups within the process do not count.
	Others []Source
	// Since identifies this very call: another value means that it ran.
	Since uint64
}

// Process is a process whose controlling terminal is the terminal asked about.
type Process struct {
	PID, Parent, Group  int
	UID, RUID           uint32 // effective and real
	Program             string // at most 16 characters
	StartSec, StartUsec uint64
	Foreground          bool // a member of the foreground job, or may be if there is Trouble
	Leader              bool // leads its session
	Stopped             bool // its threads are not looked at: none can wait
	Wanted              bool // Query.Wanted said so; Threads of others are not listed
	Threads             []Thread
	Trouble             Trouble // why Threads is missing or not complete
}

// Facts is what a look found.
type Facts struct {
	// Foreground is the terminal's foreground process group, 0 if it has none
	// or no process at all.
	Foreground int
	Processes  []Process
	// Settled: no process or thread came, went or moved into another wait while
	// the rest was looked at.
	Settled bool
	// Tracing is why there is no trace to look at. What is proven without one
	// still holds.
	Tracing Trouble
}

// Query says what to look at.
type Query struct {
	// Terminal is the device number (st_rdev) of the terminal's slave.
	Terminal uint32
	// Wanted chooses the processes whose threads and descriptors are looked at;
	// nil means the foreground job. It must not call the Tracer.
	Wanted func(Process) bool
	// Queued tells how many bytes of input would wake a reader now, if the
	// caller can know; nil or an error means that it cannot.
	Queued func() (int, error)
}
