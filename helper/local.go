package helper

import (
	"context"
	"os"

	"github.com/rt-helper/rt-helper/client"
)

// Local answers from within the asking process, without a service: about the
// processes that this process may trace. A look at a hostile process can hang
// the calling thread for good; a program that must not lose a thread asks the
// service, or looks through a process of its own as the commands do.
type Local struct {
	Policy Policy
	// Cache makes questions about the same terminals cheap; nil: there is none.
	Cache *Cache
}

// Query answers about one terminal. The error says what is wrong with the
// question; whatever the machine refuses is an Unknown answer.
func (l Local) Query(ctx context.Context, t *client.Terminal) (client.Answer, error) {
	a, _, err := l.Explain(ctx, t, false)
	return a, err
}

// Explain is Query with evidence for people: a line for each process and
// thread that was looked at.
func (l Local) Explain(ctx context.Context, t *client.Terminal, explain bool) (client.Answer, []string, error) {
	if err := ctx.Err(); err != nil {
		return client.Answer{}, nil, err
	}
	var a client.Answer
	var notes []string
	err := t.Control(func(fd int) (err error) {
		q := Question{Caller: Caller{UID: uint32(os.Getuid())}, Policy: l.Policy, Explain: explain, Cache: l.Cache}
		a, notes, err = q.Look(fd)
		return err
	})
	return a, notes, err
}
