package service

import (
	"context"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

// visitor is a caller's connection to a service of one process.
type visitor struct {
	s    *alone
	uid  uint32
	user *user
	conn *varlink.Conn
}

// service is what the connection may call.
func (v *visitor) service() *varlink.Service {
	s := &varlink.Service{
		Info: varlink.Info{
			Vendor: "rt-helper", Product: "rt-helper", Version: v.s.Version,
			URL: "https://github.com/rt-helper/rt-helper", Policy: string(v.s.Policy),
		},
		Interfaces: []varlink.Interface{{
			Name:        varlink.TerminalInterface,
			Description: varlink.TerminalDescription(),
			Methods:     map[string]varlink.Handler{"Query": v.query, "List": v.list, "Watch": v.watch},
		}},
		Discard:        v.discard,
		IdleTimeout:    idleTimeout,
		RequestTimeout: requestTime,
		ReplyTimeout:   replyTime,
	}
	if v.s.tracer != nil {
		s.Interfaces = append(s.Interfaces, v.trace())
	}
	return s
}

func (v *visitor) discard(fd int) { v.user.discard(func() { varlink.CloseDescriptor(fd) }) }

func (v *visitor) caller() helper.Caller { return helper.Caller{UID: v.uid} }

// where is the terminal that a request names.
func (v *visitor) where(descriptor *int, path *string, call *varlink.Call) (target, *varlink.Error) {
	switch {
	case descriptor != nil && path != nil:
		return target{}, varlink.InvalidParameter("path")
	case path != nil:
		return target{path: *path, fd: -1}, nil
	case descriptor == nil || *descriptor != 0 || call.Descriptor < 0:
		return target{}, varlink.InvalidParameter("descriptor")
	}
	return target{fd: call.Descriptor}, nil
}

func (v *visitor) query(ctx context.Context, call *varlink.Call) (any, *varlink.Error) {
	var in queryIn
	if fail := call.Decode(&in); fail != nil {
		return nil, fail
	}
	where, fail := v.where(in.Descriptor, in.Path, call)
	if fail != nil {
		return nil, v.denied(fail)
	}
	if fail := v.wait(ctx); fail != nil {
		return nil, fail
	}
	begun := time.Now()
	for {
		a, evidence, err := v.look(call, where, in.Explain)
		if err != nil {
			return nil, v.denied(errorOf(err))
		}
		if !stale(a, in.After) || time.Since(begun) >= staleFor || ctx.Err() != nil {
			v.s.count(func(n *Counts) { n.query(string(a.State), string(a.Reason), time.Since(begun)) })
			return queryOut{a, evidence}, nil
		}
		time.Sleep(staleFor / 25)
	}
}

// look looks under the watchdog's eyes.
func (v *visitor) look(call *varlink.Call, where target, explain bool) (a client.Answer, evidence []string, err error) {
	v.s.dog.guard(v.apology(call), func() { a, evidence, err = v.s.answers.look(v.caller(), where, explain) })
	return a, evidence, err
}

// apology answers in place of a look that got stuck.
func (v *visitor) apology(call *varlink.Call) func() {
	return func() {
		_ = v.conn.SetWriteDeadline(time.Now().Add(sendPatience))
		b, err := encode(queryOut{Answer: client.Answer{State: client.Unknown, Reason: client.ReasonStalledTarget,
			Detail: "a look at the job did not come back in time; it may be stuck in a file system; ask again"}})
		if err == nil && !call.Oneway {
			_ = v.conn.Reply(varlink.Reply{Parameters: b})
		}
	}
}

// wait makes a caller who asks too often wait for his turn.
func (v *visitor) wait(ctx context.Context) *varlink.Error {
	if v.uid == 0 {
		return nil
	}
	pause := v.user.rate.take(time.Now())
	if pause > replyTime/2 {
		v.s.count(func(n *Counts) { n.Refusals++ })
		return varlink.NewError(varlink.Busy, "you ask more often than allowed")
	}
	select {
	case <-time.After(pause):
	case <-ctx.Done():
	}
	return nil
}

func (v *visitor) list(ctx context.Context, call *varlink.Call) (any, *varlink.Error) {
	if fail := call.Decode(&struct{}{}); fail != nil {
		return nil, fail
	}
	if fail := v.wait(ctx); fail != nil {
		return nil, fail
	}
	all := []client.Answer{}
	for _, path := range v.s.answers.terminals(v.caller()) {
		a, _, err := v.look(call, target{path: path, fd: -1}, false)
		switch {
		case err == nil:
			all = append(all, a)
		case !notOne(err):
			return nil, errorOf(err)
		}
	}
	return struct {
		Answers []client.Answer `json:"answers"`
	}{all}, nil
}

// denied counts a refusal.
func (v *visitor) denied(fail *varlink.Error) *varlink.Error {
	v.s.count(func(n *Counts) { n.denial(fail.Name) })
	return fail
}
