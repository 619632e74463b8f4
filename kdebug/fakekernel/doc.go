// Package fakekernel is a model of macOS for tests: processes with threads that
// make system calls, the kernel's trace of them, and the interfaces through
// which package kdebug looks at both.
//
// The model's own threads are the truth that answers are held against. The
// trace imitates what XNU's source does, faults included, by generation of the
// system (11 to 15): records lie in units per processor; a read merges them by
// time up to its own start and counts records, not bytes; it ends early at a
// record that is still being written; a full buffer takes the oldest unit away,
// which the next read reports; records lost during a read are reported where
// they are missing; from 13 on, buffers that fill up during a read switch the
// trace off and say so nowhere but in a flag.
//
// It models what kdebug relies on and no more. Where the source leaves room it
// takes the harsher way. Nothing here was compared with a Mac.
package fakekernel
