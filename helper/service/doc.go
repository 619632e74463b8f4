// Package service answers for other processes over a Unix socket.
//
// An unprivileged user can put whoever reads his process's memory, epoll list
// or descriptors, or closes a descriptor that he sent, into a sleep that no
// signal ends. So the work is divided: the Supervisor accepts, asks the kernel
// who called, and counts; it reads nothing that a caller sent and touches no
// process that is asked about. Each budget key (a user, or the owner of a range
// of subordinate users) has worker processes of its own, which do the rest and
// may be lost: a worker whose look does not come back says so, cuts its
// connections and ends, or stays behind as a process that nobody waits for.
// Where the service has a network namespace of its own the supervisor also asks
// the kernel for the peers of sockets in the workers' stead (desk).
//
// On macOS one process does all (alone): there is one trace for the machine.
// Limits, methods and words are the same. It has the trace while somebody watches, and a few seconds
// longer, and frees it when it ends; a trace that a dead service left is freed at
// the next start. Known limits: a job with an open file on a file system that does
// not answer can hold up everybody's looks, until the service ends and is started
// again; and a user who has many connections refused, each with a descriptor whose
// close never returns, can use up the service's descriptors.
//
// A service that is taken over is as good as root; see SECURITY.md.
package service
