package helper

import (
	"errors"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// subscription is one watch in a group.
type subscription struct {
	watch  *watch
	events chan client.Event
	err    error
	over   bool
	stuck  func()
}

// see takes an answer and queues what is to be reported.
func (s *subscription) see(a client.Answer, err error, now time.Time) bool {
	if s.over {
		return false
	}
	if err != nil {
		s.finish(err)
		return true
	}
	e, report := s.watch.see(a, now)
	if report {
		s.queue(e)
	}
	return report
}

// finish ends the watch with an error, or with the terminal's end.
func (s *subscription) finish(err error) {
	if errors.Is(err, client.ErrGone) {
		s.queue(client.Event{
			Answer: client.Answer{State: client.NoForeground, Terminal: s.watch.pending.Terminal},
			Ended:  client.EndedGone,
		})
		return
	}
	s.err, s.over = err, true
	close(s.events)
}

// queue adds an event; of a watch that nobody follows fast enough the oldest
// is lost.
func (s *subscription) queue(e client.Event) {
	if e.Ended != "" {
		s.over = true
	}
	for {
		select {
		case s.events <- e:
			if s.over {
				close(s.events)
			}
			return
		default:
			select {
			case <-s.events:
			default:
			}
		}
	}
}
