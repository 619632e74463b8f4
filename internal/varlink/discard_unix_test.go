//go:build unix

package varlink

import (
	"context"
	"io"
	"os"
	"testing"
)

// descriptorUser is a service whose a.b.C reports the descriptor of each call,
// keeps it if keep, and whose discarded descriptors come out of the channel.
func descriptorUser(keep bool) (s *Service, used, discarded chan int) {
	used, discarded = make(chan int, 9), make(chan int, 9)
	method := func(_ context.Context, call *Call) (any, *Error) {
		used <- call.Descriptor
		if keep {
			call.Keep()
		}
		return nil, nil
	}
	s = &Service{
		Interfaces: []Interface{{Name: "a.b", Methods: map[string]Handler{"C": method}}},
		Discard:    func(fd int) { discarded <- fd },
	}
	return s, used, discarded
}

const useDescriptor = `{"method":"a.b.C"}`

func TestDescriptorIsDiscardedOnce(t *testing.T) {
	noLeak(t)
	s, used, discarded := descriptorUser(false)
	c := NewClient(serve(t, s))
	f := file(t)
	roundTrip(t, c, useDescriptor, f)
	fd := await(t, used, "the call")
	if got := await(t, discarded, "Discard"); got != fd || !same(t, fd, f) {
		t.Errorf("discarded %d, the call had %d", got, fd)
	}
	CloseDescriptor(fd)
	roundTrip(t, c, useDescriptor)
	if fd := await(t, used, "the call"); fd != -1 {
		t.Errorf("a call without a descriptor has %d", fd)
	}
	if n := len(discarded); n != 0 {
		t.Errorf("%d discarded without need", n)
	}
}

func TestKeptDescriptorIsNotDiscarded(t *testing.T) {
	noLeak(t)
	s, used, discarded := descriptorUser(true)
	c := NewClient(serve(t, s))
	f := file(t)
	roundTrip(t, c, useDescriptor, f)
	roundTrip(t, c, useDescriptor) // now the first call is over
	fd := await(t, used, "the call")
	if len(discarded) != 0 || !same(t, fd, f) {
		t.Errorf("%d discarded", len(discarded))
	}
	CloseDescriptor(fd)
}

// A descriptor whose close never returns must hold up neither the reply nor the
// end of the connection.
func TestBlockedDiscard(t *testing.T) {
	for name, messages := range map[string][]*os.File{
		"a call": {file(t)}, "an error": {file(t), file(t)},
	} {
		t.Run(name, func(t *testing.T) {
			noLeak(t)
			s, _, _ := descriptorUser(false)
			entered, release := make(chan int, 1), make(chan struct{})
			s.Discard = func(fd int) {
				entered <- fd
				<-release
				CloseDescriptor(fd)
			}
			c := NewClient(serve(t, s))
			send(t, c.sock, useDescriptor+"\x00", messages...)
			r := nextReply(t, c)
			await(t, entered, "Discard")
			if len(messages) > 1 {
				if r.Error != TooManyDescriptors {
					t.Errorf("reply %+v", r)
				}
				if _, err := c.message(); err != io.EOF {
					t.Errorf("the peer sees %v, want EOF", err)
				}
			}
			close(release)
		})
	}
}

func TestServeNeedsDiscard(t *testing.T) {
	c, _ := receiver(t)
	if err := new(Service).Serve(t.Context(), c); err == nil {
		t.Error("Serve ran without Discard")
	}
}
