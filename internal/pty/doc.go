// Package pty opens pseudoterminals and starts commands on them.
//
// It exists because a program that drives terminals needs three things at once
// that are easily lost: reads of the master that honour a deadline, an end of
// file when the job has gone, and ioctls. File.Fd puts a descriptor into
// blocking mode, after which deadlines are accepted and ignored; so every ioctl
// here goes through SyscallConn. A slave that stays open in the parent keeps the
// master from ever reporting the end; so Start closes it, and nothing here holds
// one. Do not call Fd on a master.
//
// On Linux the slave is reached through its master (TIOCGPTPEER, 4.13 or newer),
// not by its name, so a devpts mounted anywhere will do. The macOS half follows
// the headers and has been compiled, not run.
//
// Limits: opening and closing the slave while nobody else holds it makes the
// master report the end of the job until it is opened again. One Pty carries one
// session.
package pty
