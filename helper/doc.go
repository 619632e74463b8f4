// Package helper answers whether the foreground job of a terminal waits for
// input: it finds the job, looks at each member, follows relays to the
// terminals behind them, and judges.
//
// inspect is the only place that knows both the words of the answer and those
// of the operating system's facts. judge turns facts into an answer and has no
// side effects. authorise says who may ask about which terminal. Local looks
// from within the asking process; the service uses the same code in workers.
//
// On macOS the facts come from the kernel's trace of system calls, and the same
// judge decides. All that adapts them carries no build tag (traced, tty, line).
// What differs there:
//
//   - A question never starts a trace: without one it answers from what kqueues
//     show, or says before-trace and what to do. A watch has the trace for as
//     long as it lasts, from before its first event.
//   - A wait that is only inferred, from a kqueue that was slept on, is told
//     without Answer.Wait, and without Answer.Exclusive unless other sources are
//     seen. So is Answer.Timed where a call's time limit does not show.
//   - A descriptor that is being closed during a look is told as stalled-target,
//     for as with that reason another question helps.
//   - Readers outside the foreground job are not sought, and of a reader's
//     rights only its real and effective user are known, not its groups.
//   - One question looks at 512 processes at the most, for others wait meanwhile.
//   - A terminal is known by its node and opened only where a reader has it
//     open: each other open has effects on the terminal's users.
//
// It follows the published source of macOS 11 to 15, and has not run on a Mac.
package helper
