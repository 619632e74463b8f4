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
//
// A service that is taken over is as good as root; see SECURITY.md.
package service
