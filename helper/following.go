package helper

import "github.com/rt-helper/rt-helper/client"

// Watch follows one terminal.
type Watch struct {
	Caller  Caller
	Policy  Policy
	Options client.WatchOptions
	// Stuck is called when a look got stuck, from another goroutine.
	Stuck func()
}
