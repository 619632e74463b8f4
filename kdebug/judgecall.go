package kdebug

import (
	"fmt"
	"strings"
)

// prove notes that th waits for the terminal by descriptor fd.
func (th *Thread) prove(fd int) {
	th.Verdict, th.Descriptor = Proven, fd
	th.Detail = fmt.Sprintf("it waits in %s on descriptor %d, the terminal", th.Call, fd)
}

func (s *subject) judgeRead(th *Thread, fd int) error {
	untimed := false
	th.Timed = &untimed
	f, ok, err := s.files.get(fd)
	switch {
	case err != nil:
		return err
	case !ok:
		// A close waits for the calls on its descriptor, which is not listed
		// any more meanwhile.
		s.moving = true
		th.Verdict, th.Reason = CannotTell, ReasonUnsettled
		th.Detail = fmt.Sprintf("descriptor %d of its %s is being closed; ask again", fd, th.Call)
	case f.terminal || f.control:
		th.prove(fd)
	default:
		th.Detail = fmt.Sprintf("it is in %s on descriptor %d (%s)", th.Call, fd, f.kind)
		if !f.ready {
			th.Others = []Source{f.source()}
		}
	}
	return nil
}

func (s *subject) judgeSelect(th *Thread, nd int32, readSet uint64) error {
	if readSet == 0 {
		th.Detail = th.Call + " without a set to read from"
		return nil
	}
	open, err := s.files.all()
	if err != nil {
		return err
	}
	th.narrow(selectCandidates(nd, open))
	return nil
}

func (s *subject) judgePoll(th *Thread, nfds uint32, timeout int32) error {
	timed := timeout >= 0
	th.Timed = &timed
	if nfds == 0 || timeout == 0 {
		th.Detail = "poll that waits for no descriptor"
		return nil
	}
	open, err := s.files.all()
	if err != nil {
		return err
	}
	th.narrow(pollCandidates(open))
	return nil
}

// narrow takes the verdict that the candidates allow.
func (th *Thread) narrow(c candidates) {
	th.Others = c.sources()
	switch c.verdict() {
	case Proven:
		th.prove(c.descriptor())
	case CannotTell:
		th.Verdict, th.Reason, th.Descriptor = CannotTell, ReasonMixedSet, c.descriptor()
		th.Detail = fmt.Sprintf("%s: macOS does not show the set; it can hold descriptor %d, the terminal, but also %s",
			th.Call, th.Descriptor, listSources(th.Others))
	default:
		th.Detail = th.Call + " that cannot hold the terminal"
	}
}

func listSources(sources []Source) string {
	names := make([]string, 0, 4)
	for i, s := range sources {
		if i == 3 && len(sources) > 4 {
			names = append(names, fmt.Sprintf("%d more", len(sources)-i))
			break
		}
		names = append(names, fmt.Sprintf("%d (%s)", s.FD, s.Kind))
	}
	return strings.Join(names, ", ")
}

func (s *subject) judgeKevent(th *Thread, fd int, events uint64) error {
	if events == 0 {
		th.Detail = th.Call + " that registers events and does not wait"
		return nil
	}
	f, ok, err := s.files.get(fd)
	if err != nil {
		return err
	}
	if !ok || f.kind != KindKqueue {
		// The work queue: nothing sleeps on it.
		th.Detail = th.Call + " on no kqueue of its own"
		return nil
	}
	s.inKqs[fd] = struct{}{}
	q, err := s.files.walkQueue(fd)
	if err != nil {
		return err
	}
	th.takeQueue(q)
	return nil
}

// takeQueue judges a thread that waits on a kqueue by what is in it. The call's
// own time-out does not show.
func (th *Thread) takeQueue(q queued) {
	th.Others = q.others
	if q.timer {
		timed := true
		th.Timed = &timed
	}
	switch {
	case q.descriptor < 0:
		th.Detail = th.Call + " on a kqueue without the terminal"
	case q.pending:
		th.Detail = th.Call + " on a kqueue with input of the terminal to collect"
	default:
		th.prove(q.descriptor)
	}
}
