package main

import (
	"context"
	"errors"
	"iter"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// fakeService answers all questions alike.
type fakeService struct {
	answer client.Answer
	err    error // of Info
	ended  string
}

func (f fakeService) Query(context.Context, *client.Terminal) (client.Answer, error) {
	return f.answer, nil
}

func (f fakeService) Watch(context.Context, *client.Terminal, client.WatchOptions) iter.Seq2[client.Event, error] {
	return func(yield func(client.Event, error) bool) {
		yield(client.Event{Answer: f.answer, Ended: f.ended}, nil)
	}
}

func (f fakeService) Info(context.Context) (client.Info, error) { return client.Info{}, f.err }

// TestFallsBackOnlyWithoutAService: whatever a service refuses stays refused.
func TestFallsBackOnlyWithoutAService(t *testing.T) {
	missing := client.Answer{State: client.Unknown, Reason: client.ReasonHelperMissing}
	busy := client.Answer{State: client.Unknown, Reason: client.ReasonBusy}
	running := client.Answer{State: client.Running}
	local := fakeService{answer: client.Answer{State: client.Waiting}}
	for _, c := range []struct {
		name    string
		service fakeService
		want    client.State
	}{
		{"no service", fakeService{answer: missing, err: client.ErrNoService}, client.Waiting},
		{"somebody else's service", fakeService{answer: missing, err: client.ErrFakeService}, client.Unknown},
		{"service without an answer", fakeService{answer: missing, err: errors.New("time-out")}, client.Unknown},
		{"service came meanwhile", fakeService{answer: missing}, client.Unknown},
		{"busy", fakeService{answer: busy, err: client.ErrNoService}, client.Unknown},
		{"answers", fakeService{answer: running, ended: client.EndedUntil}, client.Running},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := asker{c.service, local}
			if got, err := a.Query(context.Background(), nil); err != nil || got.State != c.want {
				t.Errorf("query: %+v, %v", got, err)
			}
			var states []client.State
			for e, err := range a.Watch(context.Background(), nil, client.WatchOptions{}) {
				if err != nil {
					t.Fatal(err)
				}
				states = append(states, e.State)
			}
			if len(states) != 1 || states[0] != c.want {
				t.Errorf("watch: %q", states)
			}
		})
	}
}

// TestNobodyToFallBackOn: the answer says what is missing.
func TestNobodyToFallBackOn(t *testing.T) {
	a := asker{service: fakeService{answer: client.Answer{State: client.Unknown, Reason: client.ReasonHelperMissing}, err: client.ErrNoService}}
	if got, err := a.Query(context.Background(), nil); err != nil || got.Reason != client.ReasonHelperMissing {
		t.Errorf("%+v, %v", got, err)
	}
}
