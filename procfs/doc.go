// Package procfs finds, on Linux, whether a thread sleeps in a system call that
// waits for input from a terminal, and what else it waits for.
//
// It reads /proc/<pid>/task/<tid>/syscall for the call and its arguments,
// /proc/<pid>/task/<tid>/mem for the sets of select and poll, fdinfo for those
// of epoll, and asks a copy (pidfd_getfd) of the reader's own descriptor
// whether anything typed is left. The order of these looks makes a Proven
// finding true at an instant between its first look and its last; Look explains
// the order.
//
// A thread is Proven to wait, does not wait (No), or it cannot be told
// (CannotTell, with a reason). What that says of a job is not decided here.
//
// Limits: io_uring and aio do not show the descriptor they wait on, so they
// are decided only where just one is possible; a program that rewrites its own
// wait set from another thread can lie about itself, and about nobody else.
//
// Parsers and decisions are portable; files named _linux.go do the reading.
package procfs
