// Package selftest checks the answers about terminals on the machine it runs on:
// it starts small programs that block, or do not block, in one known way each, on
// pseudoterminals of its own, and compares what is said about them with what is
// known. It is the first thing to run on a new kernel, and its rows are the
// table that the rest of the project is tested with.
//
// A row is a program and one or more steps. The program is a probe, that is this
// very executable started again with a hidden argument (Probe), or a real one
// such as su or script. A step types something, sends a signal or nothing, waits
// for a word in the program's output, then asks until the known answer comes and
// three times more: every further answer must agree. Where the known answer is
// not waiting, one answer of waiting is a failure, however early it comes.
//
// Whom to ask is the caller's choice (Asker), so this package looks at no process
// itself. A row that cannot be run here is skipped with its reason, never passed.
//
// Limits: rows run one after the other and take a good part of a second each. A
// row of real programs trusts that they wait as they do on the systems where the
// table was made.
package selftest
