// Package varlink is the varlink wire protocol as rt-helper uses it: messages
// of UTF-8 JSON, each ended by a NUL, over a Unix stream socket, with at most
// one file descriptor beside a request.
//
// It exists because a service that any local user may talk to needs limits that
// a general implementation does not have: a request of at most MaxRequest bytes,
// at most one descriptor, deadlines, and a known owner for each descriptor.
//
// # Whose descriptor is it
//
// Every recvmsg(2) ends at the end of a message: Conn looks for the NUL with
// MSG_PEEK first. So a descriptor belongs to the message whose bytes the kernel
// delivered it with, also when a client sends several messages at once:
//
//   - sent with bytes of one message, it belongs to that message;
//   - sent in one sendmsg(2) with bytes of several, it belongs to the first;
//   - sent without bytes, it does not arrive (the kernel drops it).
//
// # Closing may block for ever
//
// Whoever sends a descriptor decides how long its close takes: the file may lie
// on a FUSE file system that never answers a flush, or be a TCP socket that
// lingers, and SIGKILL does not end that sleep. Therefore this package closes no
// received descriptor. Service.Discard, which its user must choose, gets each one
// after the reply; CloseDescriptor is the plain choice. Two things are
// beyond it: the kernel drops the surplus when two descriptors come at once, and
// Conn.Close drops what was never read. Both can sleep as well, so a Conn belongs
// into a process that may be lost.
//
// # Limits
//
// Calls of one connection are served one after another. Connections cannot be
// upgraded, and replies carry no descriptors: the client's kernel drops them.
// Descriptors are passed on Unix systems only; elsewhere Service.Serve, and
// Client.Send with a descriptor, return errors.ErrUnsupported.
package varlink
