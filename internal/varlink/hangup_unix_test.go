//go:build unix

package varlink

import (
	"context"
	"errors"
	"testing"
	"time"
)

// blocked is a service whose a.b.C says when it runs and returns when its context
// ends, with the cause as an error.
func blocked() (s *Service, running chan struct{}, cause chan error) {
	running, cause = make(chan struct{}, 1), make(chan error, 1)
	method := func(ctx context.Context, _ *Call) (any, *Error) {
		running <- struct{}{}
		<-ctx.Done()
		cause <- context.Cause(ctx)
		return nil, NewError("a.b.Ended", context.Cause(ctx).Error())
	}
	return &Service{Interfaces: []Interface{{Name: "a.b", Methods: map[string]Handler{"C": method}}}}, running, cause
}

func TestHangUpEndsCall(t *testing.T) {
	for name, pipelined := range map[string]string{"": "", "with a pipelined call": "{}\x00", "half": "{"} {
		t.Run(name, func(t *testing.T) {
			noLeak(t)
			s, running, cause := blocked()
			peer, result := serveUntil(t, t.Context(), s)
			send(t, peer, `{"method":"a.b.C"}`+"\x00"+pipelined, file(t))
			await(t, running, "the handler")
			_ = peer.Close()
			if err := await(t, cause, "the context to end"); err != ErrHungUp {
				t.Errorf("cause %v, want ErrHungUp", err)
			}
			if err := await(t, result, "Serve"); err == nil {
				t.Error("Serve did not say that the reply was not sent")
			}
		})
	}
}

// A client may say that it sends no more, and still wait for its reply.
func TestHalfCloseIsNoHangUp(t *testing.T) {
	s, running, cause := blocked()
	ctx, cancel := context.WithCancel(t.Context())
	peer, result := serveUntil(t, ctx, s)
	send(t, peer, `{"method":"a.b.C"}`+"\x00")
	await(t, running, "the handler")
	if err := peer.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-cause:
		t.Errorf("the half-closed call ended: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	cancel()
	if r := nextReply(t, NewClient(peer)); r.Error != "a.b.Ended" {
		t.Errorf("reply %+v", r)
	}
	await(t, result, "Serve")
}

func TestContextEndsServe(t *testing.T) {
	t.Run("while idle", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		peer, result := serveUntil(t, ctx, &Service{Interfaces: []Interface{echo()}})
		wantHello(t, roundTrip(t, NewClient(peer), echoHello))
		time.Sleep(20 * time.Millisecond) // until Serve waits again
		cancel()
		if err := await(t, result, "Serve"); !errors.Is(err, context.Canceled) {
			t.Errorf("Serve: %v", err)
		}
	})
	t.Run("before", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, result := serveUntil(t, ctx, &Service{})
		if err := await(t, result, "Serve"); !errors.Is(err, context.Canceled) {
			t.Errorf("Serve: %v", err)
		}
	})
	t.Run("within a call, which is answered", func(t *testing.T) {
		s, running, cause := blocked()
		ctx, cancel := context.WithCancel(t.Context())
		peer, result := serveUntil(t, ctx, s)
		send(t, peer, `{"method":"a.b.C"}`+"\x00")
		await(t, running, "the handler")
		cancel()
		if err := await(t, cause, "the context"); !errors.Is(err, context.Canceled) {
			t.Errorf("cause %v", err)
		}
		if r := nextReply(t, NewClient(peer)); r.Error != "a.b.Ended" {
			t.Errorf("reply %+v", r)
		}
		if err := await(t, result, "Serve"); !errors.Is(err, context.Canceled) {
			t.Errorf("Serve: %v", err)
		}
	})
}
