// Package attack has programs that try to stall or to mislead whoever looks at
// them, for tests of the service. Nothing but tests imports it.
//
// A program runs as an unprivileged user, in user and mount namespaces that it
// makes itself, with a file system of its own (FUSE) that leaves certain
// requests without an answer: whoever reads a page of the program's memory that
// lies in such a file, or closes or asks about such a file, sleeps until the
// file system's process ends. The package's own tests show that each of them
// does hang a process which takes no care.
//
// The file system needs a node of /dev/fuse that everybody may open; Start
// makes one in a directory of the test. Nothing is mounted outside namespaces
// that end with their processes.
package attack
