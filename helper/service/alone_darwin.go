package service

import (
	"context"
	"log/slog"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
)

// Serve answers on the listener until ctx is done, and then frees the trace.
func Serve(ctx context.Context, c Config) error {
	return newMac(c).serve(ctx)
}

// Child serves this process, where there is no service.
type Child = inProcess

// NewChild returns a Child. It has no trace before a watch begins. Close it: a
// process that ends with a trace leaves the machine tracing.
func NewChild(p helper.Policy, version string) *Child {
	return newInProcess(newMac(Config{Policy: p, Version: version, Limits: DefaultLimits, Log: slog.New(slog.DiscardHandler)}))
}

// Commands are the hidden commands by which the program is started as a part of
// the service: none.
func Commands() map[string]func() int { return nil }

func deepSleepers() sleepers { return nil } // nothing here tells

type macAnswers struct {
	policy helper.Policy
	cache  *helper.Cache
	hub    *helper.Hub
}

func newMac(c Config) *alone {
	cache, tracer := helper.NewTraced(c.Log)
	s := newAlone(c, tracer)
	hub, _ := helper.NewHub(cache, s.dog.guard) // has no errors here
	s.answers = macAnswers{c.Policy, cache, hub}
	return s
}

func (m macAnswers) look(c helper.Caller, where target, explain bool) (client.Answer, []string, error) {
	q := helper.Question{Caller: c, Policy: m.policy, Explain: explain, Cache: m.cache}
	if where.path != "" {
		return q.LookAt(where.path)
	}
	return q.Look(where.fd)
}

func (m macAnswers) follow(ctx context.Context, w helper.Watch, where target, emit func(client.Event) error) error {
	if where.path != "" {
		return m.hub.FollowAt(ctx, w, where.path, emit)
	}
	return m.hub.Follow(ctx, w, where.fd, emit)
}

func (m macAnswers) terminals(c helper.Caller) []string { return m.cache.Terminals(c) }
