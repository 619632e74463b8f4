package kdebug

import (
	"errors"
	"fmt"
	"syscall"
)

// view is the state of the trace at one instant: an up-to-date thread table, or
// none and the reason.
type view struct {
	threads *threads // nil: no trace
	gaps    int      // of threads
	trouble Trouble
}

func (v view) at(thread uint64) threadState {
	if v.threads == nil {
		return threadState{}
	}
	return v.threads.at(thread)
}

// sameTrace tells whether nothing was forgotten between two views.
func (v view) sameTrace(later view) bool { return v.threads == later.threads && v.gaps == later.gaps }

// why explains an unknown thread.
func (v view) why(thread uint64) Trouble {
	const remedy = "start it under a watch (`rt run`), or ask with --wait"
	if v.threads != nil {
		return Trouble{
			Reason: ReasonBeforeTrace,
			Detail: fmt.Sprintf("thread %d was in the kernel when %s; %s", thread, v.threads.gap, remedy),
		}
	}
	if v.trouble.Reason != "" {
		return v.trouble
	}
	return Trouble{Reason: ReasonBeforeTrace, Detail: "nobody watches, so nothing is traced; " + remedy}
}

// subject is a process under examination.
type subject struct {
	kernel Kernel
	pid    int32
	files  *files
	view   view
	moving bool             // something changed under the look: look again
	inKqs  map[int]struct{} // kqueues that threads were seen to wait on
	judged map[uint64]threadState
}

// judge decides what thread id does. gone means that it is no more.
func (s *subject) judge(id uint64) (th Thread, gone bool, err error) {
	th = Thread{ID: id, Verdict: No, Descriptor: -1}
	run, err := runState(s.kernel, s.pid, id)
	if errors.Is(err, syscall.ESRCH) {
		return th, true, nil
	}
	if err != nil {
		return th, false, err
	}
	state := s.view.at(id)
	s.judged[id] = state
	switch state.position {
	case positionOut:
		th.Detail, th.Since = "it runs its own code", state.since
	case positionIn:
		err = s.judgeCall(&th, state)
	case positionUnknown:
		err = s.judgeUnknown(&th)
	}
	s.checkRun(&th, run, state.position)
	return th, false, err
}

// checkRun takes back what a thread that is not asleep cannot do. A sleep that
// waits for input can be ended by a signal; others cannot.
func (s *subject) checkRun(th *Thread, run int32, position position) {
	if th.Verdict == No || run == runWaiting {
		return
	}
	th.Verdict, th.Reason = No, ""
	switch run {
	case runStopped:
		th.Detail = "it is suspended"
	case runRunning:
		th.Detail = "it is running"
		s.moving = s.moving || position == positionIn
	default:
		th.Detail = "its sleep is none that waits for input"
		s.moving = s.moving || position == positionIn
	}
}

func (s *subject) judgeUnknown(th *Thread) error {
	fd, err := s.files.terminalFD()
	if err != nil {
		return err
	}
	if fd < 0 {
		th.Detail = "its process has no descriptor of the terminal"
		return nil
	}
	why := s.view.why(th.ID)
	th.Verdict, th.Reason, th.Detail = CannotTell, why.Reason, why.Detail
	return nil
}

func (s *subject) judgeCall(th *Thread, state threadState) error {
	c := callOf(state.call)
	th.Call, th.Since = c.name, state.since
	th.Detail = "it is in " + c.name
	// Arguments are raw registers: of an int only the lower half is defined.
	first := int32(state.args[0])
	switch c.family {
	case familyRead:
		return s.judgeRead(th, int(first))
	case familySelect:
		return s.judgeSelect(th, first, state.args[1])
	case familyPoll:
		return s.judgePoll(th, uint32(state.args[1]), int32(state.args[2]))
	case familyKevent:
		return s.judgeKevent(th, int(first), state.args[3])
	case familyDispatch:
		th.Detail = c.name + " registers events and does not wait"
	default:
		if c.source != "" {
			th.Others = []Source{{FD: -1, Kind: c.source}}
		}
	}
	return nil
}
