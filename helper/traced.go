package helper

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/kdebug"
)

// tracedCache is what questions on macOS share: the kernel's trace, if somebody
// watches, and ways to find terminals.
type tracedCache struct {
	tracer *kdebug.Tracer
	nodes  nodes
	line   func(tty) (line, error)
	paths  func() []string
	// root: other users' processes may be looked at, and the trace may be had.
	root bool
}

// newTracedCache returns one for this machine.
func newTracedCache(t *kdebug.Tracer) *tracedCache {
	return &tracedCache{tracer: t, nodes: disk{}, line: readLine, paths: ttyPaths, root: os.Geteuid() == 0}
}

// Close ends the trace.
func (c *tracedCache) Close() { _ = c.tracer.Close() }

// Terminals lists the paths of the caller's terminals; for root, of all.
func (c *tracedCache) Terminals(who Caller) []string {
	var own []string
	for _, path := range c.paths() {
		if t, err := ttyAt(c.nodes, path); err == nil && (who.root() || t.Owner == who.UID) {
			own = append(own, path)
		}
	}
	return own
}

// tracedQuestion is one question on macOS. It never starts a trace: without one
// it answers from what kqueues show, or says what to do next. A wait that is
// known only from there is told without Answer.Exclusive, unless other sources
// are seen, and without Answer.Wait.
type tracedQuestion struct {
	Caller  Caller
	Policy  Policy
	Explain bool // collect evidence for people
	// Cache holds the trace; nil: there is none.
	Cache *tracedCache

	none *tracedCache // in place of Cache
}

// Look answers about the terminal behind a descriptor, a pty's master or its
// slave, which stays the caller's. The error says what is wrong with the
// question.
func (q *tracedQuestion) Look(fd int) (client.Answer, []string, error) {
	t, err := ttyBehind(q.cache().nodes, fd)
	if err != nil {
		return client.Answer{}, nil, err
	}
	return q.about(t)
}

// LookAt answers about the terminal of a path.
func (q *tracedQuestion) LookAt(path string) (client.Answer, []string, error) {
	t, err := ttyAt(q.cache().nodes, path)
	if err != nil {
		return client.Answer{}, nil, err
	}
	return q.about(t)
}

// Partial is the answer that is known while a look has not come back: none.
func (q *tracedQuestion) Partial() (client.Answer, bool) { return client.Answer{}, false }

// List answers about every terminal that the caller may ask about.
func (q *tracedQuestion) List() ([]client.Answer, error) {
	var list []client.Answer
	for _, path := range q.cache().Terminals(q.Caller) {
		one := tracedQuestion{Caller: q.Caller, Policy: q.Policy, Cache: q.cache()}
		a, _, err := one.LookAt(path)
		switch {
		case err == nil:
			list = append(list, a)
		case !errors.Is(err, client.ErrNotOwner) && !errors.Is(err, client.ErrGone):
			return nil, err
		}
	}
	return list, nil
}

func (q *tracedQuestion) cache() *tracedCache {
	if q.Cache != nil {
		return q.Cache
	}
	if q.none == nil {
		q.none = newTracedCache(newTracer())
	}
	return q.none
}

// lookPatience bounds the wait for the trace, which one look uses at a time.
const lookPatience = time.Second

func (q *tracedQuestion) about(t tty) (client.Answer, []string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), lookPatience)
	defer cancel()
	l := tracedLooker{cache: q.cache(), caller: q.Caller, policy: q.Policy, ctx: ctx}
	if q.Explain {
		l.notes = &notes{}
	}
	a, err := l.ask(t)
	if err != nil {
		return client.Answer{}, nil, err
	}
	a.Terminal = t.device()
	if q.Explain {
		return a, *l.notes, nil
	}
	return a, nil, nil
}
