// Package client asks rt-helper whether the foreground job of a terminal is
// blocked waiting for terminal input, or still working.
package client
