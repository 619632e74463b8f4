package helper

import "github.com/rt-helper/rt-helper/client"

// Watch follows one terminal.
type Watch struct {
	Caller  Caller
	Policy  Policy
	Options client.WatchOptions
	// Begun is called when the descriptor is not needed any more: a master that
	// stays open anywhere keeps the job of a closed terminal from being hung up.
	Begun func()
	// Stuck is called when a look got stuck, from another goroutine.
	Stuck func()
}
