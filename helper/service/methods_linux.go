package service

import (
	"context"
	"errors"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

// service is what one connection may call.
func (c *connection) service() *varlink.Service {
	return &varlink.Service{
		Info: varlink.Info{
			Vendor: "rt-helper", Product: "rt-helper", Version: c.w.setup.Version,
			URL: "https://github.com/rt-helper/rt-helper", Policy: string(c.w.policy),
		},
		Interfaces: []varlink.Interface{{
			Name:        varlink.TerminalInterface,
			Description: varlink.TerminalDescription(),
			Methods:     map[string]varlink.Handler{"Query": c.query, "List": c.list, "Watch": c.watch},
		}},
		Discard:        func(fd int) { c.w.dog.guard(nil, func() { varlink.CloseDescriptor(fd) }) },
		IdleTimeout:    idleTimeout,
		RequestTimeout: requestTime,
		ReplyTimeout:   replyTime,
	}
}

func (c *connection) query(ctx context.Context, call *varlink.Call) (any, *varlink.Error) {
	var in queryIn
	if fail := call.Decode(&in); fail != nil {
		return nil, fail
	}
	fd, done, fail := c.terminal(in.Descriptor, in.Path, call)
	if fail != nil {
		return nil, c.denied(fail)
	}
	defer done()
	if fail := c.wait(ctx); fail != nil {
		return nil, fail
	}
	begun := time.Now()
	a, evidence, err := c.look(call, fd, in.Explain)
	var foreign helper.ForeignError
	if errors.As(err, &foreign) {
		return c.w.owners.query(ctx, foreign.Owner, in, fd)
	}
	if err != nil {
		return nil, c.denied(errorOf(err))
	}
	for stale(a, in.After) && time.Since(begun) < staleFor && ctx.Err() == nil {
		time.Sleep(staleFor / 25)
		if a, evidence, err = c.look(call, fd, in.Explain); err != nil {
			return nil, c.denied(errorOf(err))
		}
	}
	c.w.count(func(n *Counts) { n.query(string(a.State), string(a.Reason), time.Since(begun)) })
	return queryOut{a, evidence}, nil
}

// look looks under the watchdog's eyes. If it does not come back, the caller is
// told so by the watchdog.
func (c *connection) look(call *varlink.Call, fd int, explain bool) (a client.Answer, evidence []string, err error) {
	q := helper.Question{Caller: helper.Caller{UID: c.uid}, Policy: c.w.policy, Explain: explain, Cache: c.w.cache,
		OwnOnly: c.uid == 0 && c.w.owners != nil}
	c.w.dog.guard(c.apology(call, &q), func() { a, evidence, err = q.Look(fd) })
	return a, evidence, err
}

// apology answers in place of a look that got stuck: with what was known before
// the last step, if it was only that which got stuck.
func (c *connection) apology(call *varlink.Call, q *helper.Question) func() {
	return func() {
		a, ok := q.Partial()
		if !ok {
			a = client.Answer{State: client.Unknown, Reason: client.ReasonStalledTarget,
				Detail: "a look at the job did not come back in time; it may be stuck in a file system; ask again"}
		}
		_ = c.vl.SetWriteDeadline(time.Now().Add(sendPatience))
		if b, err := encode(queryOut{Answer: a}); err == nil && !call.Oneway {
			_ = c.vl.Reply(varlink.Reply{Parameters: b})
		}
	}
}

// wait makes a caller who asks too often wait for his turn.
func (c *connection) wait(ctx context.Context) *varlink.Error {
	if c.uid == 0 {
		return nil
	}
	pause := c.w.rate.take(time.Now())
	if pause == 0 {
		return nil
	}
	if pause > replyTime/2 {
		c.w.count(func(n *Counts) { n.Refusals++ })
		return varlink.NewError(varlink.Busy, "you ask more often than allowed")
	}
	select {
	case <-time.After(pause):
	case <-ctx.Done():
	}
	return nil
}

func (c *connection) list(ctx context.Context, call *varlink.Call) (any, *varlink.Error) {
	if fail := call.Decode(&struct{}{}); fail != nil {
		return nil, fail
	}
	if fail := c.wait(ctx); fail != nil {
		return nil, fail
	}
	answers := []client.Answer{}
	err := helper.EachTerminal(helper.Caller{UID: c.uid}, func(fd int) error {
		a, err := c.listed(ctx, call, fd)
		if err == nil {
			answers = append(answers, a)
		}
		return err
	})
	if err != nil {
		return nil, errorOf(err)
	}
	return struct {
		Answers []client.Answer `json:"answers"`
	}{answers}, nil
}

// listed answers about one terminal of a list.
func (c *connection) listed(ctx context.Context, call *varlink.Call, fd int) (client.Answer, error) {
	if owner, ok := c.foreign(fd); ok {
		out, fail := c.w.owners.query(ctx, owner, queryIn{}, fd)
		if fail != nil {
			return client.Answer{}, client.ErrGone
		}
		return out.(queryOut).Answer, nil
	}
	a, _, err := c.look(call, fd, false)
	return a, err
}

// denied counts a refusal.
func (c *connection) denied(fail *varlink.Error) *varlink.Error {
	c.w.count(func(n *Counts) { n.denial(fail.Name) })
	return fail
}
