package service

import (
	"context"
	"errors"
	"fmt"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

// errOne ends an exchange after its last event; the connection is not used again.
var errOne = errors.New("the last event")

var errShutdown = errors.New("the service is ending")

// notOne reports an error that concerns one terminal only.
func notOne(err error) bool {
	return errors.Is(err, client.ErrGone) || errors.Is(err, client.ErrNotOwner) || errors.Is(err, client.ErrNotATerminal) || errors.Is(err, context.Canceled)
}

// asDenial puts the error of a watch, or that of another worker, into the
// protocol's words.
func asDenial(err error) *varlink.Error {
	var refused *varlink.Error
	if errors.As(err, &refused) {
		return refused
	}
	return errorOf(err)
}

// errorOf puts an error of the question into the protocol's words.
func errorOf(err error) *varlink.Error {
	for _, e := range []struct {
		err  error
		name string
	}{
		{client.ErrNotATerminal, varlink.NotATerminal},
		{client.ErrNotOwner, varlink.NotOwner},
		{client.ErrGone, varlink.Gone},
		{client.ErrUseDescriptor, varlink.UseDescriptor},
	} {
		if errors.Is(err, e.err) {
			return varlink.NewError(e.name, text(err, e.err))
		}
	}
	return varlink.NewError(varlink.InternalError, fmt.Sprint(err))
}
