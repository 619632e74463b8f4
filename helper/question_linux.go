package helper

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/procfs"
)

// Cache keeps open files and proven facts between questions, never answers.
type Cache = procfs.Cache

// NewCache returns an empty cache.
func NewCache() (*Cache, error) { return procfs.NewCache() }

// Question is one question on Linux.
type Question struct {
	Caller  Caller
	Policy  Policy
	Explain bool // collect evidence for people
	// OwnOnly makes a question about another user's terminal end with a
	// ForeignError before anything is looked at.
	OwnOnly bool
	// Cache makes questions about the same terminal cheap; nil: there is none.
	Cache *Cache

	watched bool                // it is asked again and again: the terminal's activity matters
	inner   map[terminalID]bool // terminals behind relays that were looked at
	repeats bool                // who asks looks again, after peekPauses, where one look cannot tell
	unsure  bool                // this was such a look
	partial atomic.Pointer[client.Answer]
}

// Look answers about the terminal behind a descriptor: a pty master, or an
// O_PATH descriptor of a slave, which stays the caller's. The error says what
// is wrong with the question.
func (q *Question) Look(fd int) (client.Answer, []string, error) {
	t, err := procfs.FromDescriptor(fd)
	if procfs.Exhausted(err) {
		return unknown(*failed(err)), nil, nil
	}
	if err != nil {
		return client.Answer{}, nil, terminalError(err)
	}
	defer t.Close()
	return q.about(t)
}

// about is Look for a terminal that was found to be one.
func (q *Question) about(t *procfs.Terminal) (client.Answer, []string, error) {
	if q.OwnOnly && t.Owner != q.Caller.UID {
		return client.Answer{}, nil, ForeignError{t.Owner}
	}
	if err := procfs.OwnProc(); err != nil {
		return unknown(problem{client.ReasonUnsupported, detailOf(client.ReasonUnsupported, err.Error())}), nil, nil
	}
	cache, done, err := q.cache()
	if err != nil {
		return client.Answer{}, nil, err
	}
	defer done()
	l := looker{caller: q.Caller, policy: q.Policy, question: q, cache: cache}
	if q.Cache != nil { // which lets the next question go on
		l.end = time.Now().Add(lookTime)
	}
	if q.Explain {
		l.notes = &notes{}
	}
	a, _, err := l.ask(t)
	if err != nil {
		return client.Answer{}, nil, err
	}
	a.Terminal = l.where
	if q.Explain {
		return a, *l.notes, nil
	}
	return a, nil, nil
}

// Partial is the answer without line settings, while those are asked for: the
// one step after an answer is known that a hostile reader can stall.
func (q *Question) Partial() (client.Answer, bool) {
	if a := q.partial.Load(); a != nil {
		return *a, true
	}
	return client.Answer{}, false
}

// cache returns the question's cache, or one for this question only.
func (q *Question) cache() (*procfs.Cache, func(), error) {
	if q.Cache != nil {
		return q.Cache, func() {}, nil
	}
	c, err := procfs.NewCache()
	if err != nil {
		return nil, nil, err
	}
	return c, c.Close, nil
}

// ForeignError says that a terminal belongs to another user.
type ForeignError struct{ Owner uint32 }

// Error names the owner.
func (e ForeignError) Error() string { return fmt.Sprintf("the terminal belongs to user %d", e.Owner) }

// asker is a number for all that decides, beside the terminal, what is answered.
func (q *Question) asker(t *procfs.Terminal) uint64 {
	n := uint64(q.Caller.UID)<<3 | 1
	if q.Policy == PolicySession {
		n |= 2
	}
	if t.HasMaster() {
		n |= 4
	}
	return n
}
