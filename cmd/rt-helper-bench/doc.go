// Command rt-helper-bench prints what questions and watches cost on this
// machine, in one run: a service is started as a child process, and asked about
// terminals of the command's own.
//
// Times are given as ratios to something measured alternately with them, call by
// call: on a shared or virtual machine a round trip over a socket takes 14 or 50
// us depending on where the scheduler puts the two processes, and only the ratio
// means anything. What is alternated with a query is an echo: a call on the same
// connection whose reply is as large as the answer.
//
// Limits: it works on Linux only; run it as root for the rows about other users
// (otherwise they are rows about the same user), and on a machine that does
// nothing else. A figure that is over its target is marked, and does not make the
// command fail; a wrong answer, or an early one, does.
package main
