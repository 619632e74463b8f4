package service

import (
	"context"
	"errors"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

// answerWatch sends each event of a watch, the last one as the call's reply.
func answerWatch(call *varlink.Call, all bool, run func(emit func(client.Event) error) error) (any, *varlink.Error) {
	var last watchOut
	err := run(func(e client.Event) error {
		last = watchOut{e.Answer, e.Ended}
		if !call.More || e.Ended != "" && !(all && e.Ended == client.EndedGone) {
			return errOne
		}
		return call.Continue(last)
	})
	switch {
	case errors.Is(err, errOne):
		return last, nil
	case errors.Is(err, errShutdown), errors.Is(err, context.Canceled):
		return watchOut{last.Answer, client.EndedShutdown}, nil
	}
	return nil, asDenial(err)
}
