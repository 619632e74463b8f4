package runner

import (
	"context"
	"iter"

	"github.com/rt-helper/rt-helper/client"
)

// Asker tells what the foreground job of a terminal does. A client.Client is
// one. An error is the caller's mistake; what cannot be told is an answer.
type Asker interface {
	// Query answers as of an instant between call and return.
	Query(context.Context, *client.Terminal) (client.Answer, error)
	// Watch yields the answer as it is now and after each change.
	Watch(context.Context, *client.Terminal, client.WatchOptions) iter.Seq2[client.Event, error]
}
