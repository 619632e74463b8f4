// Package kdebug finds out on macOS which threads of a terminal's processes wait
// for its input.
//
// macOS shows nobody what system call a thread is in. What it has is one
// machine-wide trace, kdebug, that records every system call's entry and exit;
// and proc_info, which lists processes, threads, descriptors and the events of
// kqueues. This package follows the trace while somebody watches (Tracer.Watch)
// and combines both on demand (Tracer.Look). It decides per thread; what that
// means for a job is the caller's to judge.
//
// A look reads the trace up to its own last system call, lists and judges the
// threads, and reads the trace again: a thread is Proven to wait only if it was
// in one call, on the terminal, at both ends and asleep in between. What cannot
// be known is CannotTell with a Reason, never No:
//
//   - The trace has one owner on the machine. If another tool holds it, looks say
//     ReasonTracingBusy and name the tool. The system's background tracer gives
//     way and is called back when the trace ends.
//   - A thread that was blocked before the trace began, or when records were
//     lost, stays unknown until it makes its next call: ReasonBeforeTrace.
//   - The sets of select and poll do not show. With descriptors open that could
//     be in them besides the terminal the answer is ReasonMixedSet.
//   - Waits on kqueues are told by the kqueue itself, even without a trace, but
//     the kernel's mark of a sleeper outlives a time-out: that is Inferred, not
//     Proven. So is an armed dispatch source, where no thread need wait at all.
//
// Known limits. A select or poll that holds no more than the terminal counts as
// a wait for input, although it may be a sleep with an empty set, or a poll for
// nothing but a hang-up. The time-outs of select and kevent do not show. Whether
// a descriptor is replaced during a blocked call need not be watched: the kernel
// lets a close wait for that call.
//
// The trace and process lists of other users need uid 0. Everything that decodes
// or decides is portable and tested against a model (fakekernel); Darwin, the
// only part that is not, passes bytes through. It follows XNU's source for macOS
// 11 to 15. It has not run on a Mac yet.
package kdebug
