// Package client asks the rt-helper service whether the foreground job of a
// terminal is blocked waiting for terminal input, or still working.
//
//	c := client.New()
//	defer c.Close()
//	t, err := client.OpenTerminal("/dev/pts/3")
//	...
//	a, err := c.Query(ctx, t)
//	if err == nil && a.State == client.Waiting { ... }
//
// An error is the caller's mistake: no terminal, not the caller's, context
// done. Whatever differs from machine to machine, a missing service included,
// is an Answer whose State is Unknown, with its Reason.
//
// A question always ends: at the context's deadline, or after a few seconds.
//
// The service is trusted with a descriptor of the terminal, a master if that is
// given: so it must run as root, or as the caller. A setuid program that uses
// this package is seen by the service as the user it became when it connected.
package client
