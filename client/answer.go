package client

// State says what the foreground job of a terminal does. Treat a word that you
// do not know as Unknown.
type State string

// The states of an Answer.
const (
	// Waiting: a thread of the foreground job sleeps in a system call that
	// waits for input from the terminal, and nothing typed is left to read.
	Waiting State = "waiting"
	// Running: every member of the job was looked at, and none waits.
	Running State = "running"
	// Stopped: every member of the job is stopped (^Z, SIGSTOP, SIGTTIN).
	Stopped State = "stopped"
	// NoForeground: the terminal has no foreground job.
	NoForeground State = "no-foreground"
	// Unknown: it cannot be told; Answer.Reason says why.
	Unknown State = "unknown"
)

// Reason is one word for why an answer is Unknown. New words may come; treat
// one that you do not know like any other reason.
type Reason string

// The reasons of an Unknown answer. Answer.Detail names the remedy.
const (
	ReasonOtherUser         Reason = "other-user"         // a member runs as somebody else
	ReasonIOUring           Reason = "io-uring"           // asynchronous I/O whose target the kernel does not show
	ReasonMultiplexer       Reason = "multiplexer"        // tmux or screen: which pane is shown is not to be seen
	ReasonMixedSet          Reason = "mixed-set"          // the wait set cannot be seen and other sources are open
	ReasonBeforeTrace       Reason = "before-trace"       // the call began before tracing did (macOS)
	ReasonTracingBusy       Reason = "tracing-busy"       // another tool holds the kernel's trace (macOS)
	ReasonNotPermitted      Reason = "not-permitted"      // the kernel refused a look that was needed
	ReasonPtraceScope       Reason = "ptrace-scope"       // kernel.yama.ptrace_scope forbids the look
	ReasonStalledTarget     Reason = "stalled-target"     // a look did not come back in time
	ReasonTooBig            Reason = "too-big"            // more threads, descriptors or entries than are looked at
	ReasonAmbiguousTerminal Reason = "ambiguous-terminal" // several sessions may own a terminal of this number
	ReasonBusy              Reason = "busy"               // the service refused for load
	ReasonNoReply           Reason = "no-reply"           // the service did not answer in time
	ReasonHelperMissing     Reason = "helper-missing"     // no service, and the look needs one
	ReasonHelperTooOld      Reason = "helper-too-old"     // the service lacks the method
	ReasonUnsupported       Reason = "unsupported-system" // this kernel or operating system lacks what is needed
)

// Secret says whether typed text would be shown: a password prompt is Yes.
type Secret string

// The values of Answer.Secret.
const (
	SecretYes   Secret = "yes"   // echo off in canonical mode, or echo off and the reader is privileged
	SecretMaybe Secret = "maybe" // echo off in raw mode: a line editor or a key prompt
	SecretNo    Secret = "no"    // echo on
)

// Scope says where the reader was found.
type Scope string

// The values of Answer.Scope.
const (
	ScopeJob     Scope = "job"     // a member of the foreground job
	ScopeOutside Scope = "outside" // a process outside it: pinentry, su -c, setsid
)

// Answer is what is known of a terminal's foreground job at one instant between
// request and reply. Fields that are not known are left out: a missing field
// never means false. Fields and words may be added; ignore those you do not know.
type Answer struct {
	State State `json:"state"`
	// Exclusive, with Waiting: the terminal is all that the reader's process
	// waits for. False: it listens to the terminal among other sources.
	Exclusive *bool `json:"exclusive,omitempty"`
	// Also names the kinds of the other sources: socket, pipe, pty, inotify, ...
	Also []string `json:"also,omitempty"`
	// Timed: the call ends by itself after a while.
	Timed *bool `json:"timed,omitempty"`
	// Reader is the thread that waits.
	Reader *Reader `json:"reader,omitempty"`
	// Echo and Canonical are line settings of the reader's own terminal.
	Echo      *bool  `json:"echo,omitempty"`
	Canonical *bool  `json:"canonical,omitempty"`
	Secret    Secret `json:"secret,omitempty"`
	Scope     Scope  `json:"scope,omitempty"`
	// Via names the relays that were followed (sudo, script), outermost first.
	Via []string `json:"via,omitempty"`
	// Wait identifies this very wait; it is opaque. Another value means that the
	// reader ran in between.
	Wait     string  `json:"wait,omitempty"`
	Terminal *Device `json:"terminal,omitempty"`
	Reason   Reason  `json:"reason,omitempty"`
	Detail   string  `json:"detail,omitempty"`
}

// Reader is the thread that waits for the terminal.
type Reader struct {
	PID     int    `json:"pid"`
	TID     int    `json:"tid,omitempty"`
	Program string `json:"program,omitempty"`
	// Call is the system call it sleeps in, by its usual name: read, poll, ...
	Call string `json:"call,omitempty"`
	// Descriptor is the descriptor of the terminal in the reader's process.
	Descriptor *int `json:"descriptor,omitempty"`
	// Leader: it leads its session, as a shell does at its prompt or in a
	// builtin read.
	Leader *bool `json:"leader,omitempty"`
}

// Device names a terminal: its path at the time of the answer, and its device
// number as major:minor. Neither is an identity: numbers are used again.
type Device struct {
	Path   string `json:"path,omitempty"`
	Device string `json:"device,omitempty"`
}
