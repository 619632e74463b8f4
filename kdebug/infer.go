package kdebug

// infer adds what the kernel's queues tell about threads that no trace shows.
func (s *subject) infer(threads []Thread) ([]Thread, error) {
	fd, err := s.files.terminalFD()
	if err != nil || fd < 0 {
		return threads, err
	}
	if threads, err = s.inferSleeper(threads); err != nil {
		return threads, err
	}
	return s.inferDispatch(threads)
}

// inferSleeper finds the thread that sleeps on the process's only kqueue. The
// kernel's mark of a sleeper outlives a time-out, so with more than one kqueue
// it would say too little.
func (s *subject) inferSleeper(threads []Thread) ([]Thread, error) {
	unknown := unknownThreads(threads)
	kqueues, err := s.files.kqueues()
	if err != nil || len(unknown) == 0 || len(kqueues) != 1 {
		return threads, err
	}
	fd := kqueues[0]
	if _, explained := s.inKqs[fd]; explained {
		return threads, nil
	}
	state, err := kqueueStateOf(s.kernel, s.pid, fd)
	if err != nil || state&kqueueAsleep == 0 {
		return threads, err
	}
	q, err := s.files.walkQueue(fd)
	if err != nil {
		return threads, err
	}
	if q.descriptor < 0 || q.pending {
		return threads, nil
	}
	if len(unknown) == 1 {
		threads[unknown[0]].inferred("kevent", threads[unknown[0]].Reason, q)
		return threads, nil
	}
	th := Thread{}
	th.inferred("kevent", threads[unknown[0]].Reason, q)
	return append(threads, th), nil
}

// unknownThreads returns the indices of threads of which only the trace could
// tell more.
func unknownThreads(threads []Thread) []int {
	var unknown []int
	for i, th := range threads {
		if th.Verdict == CannotTell && th.Call == "" {
			unknown = append(unknown, i)
		}
	}
	return unknown
}

// inferDispatch finds an armed dispatch source on the terminal: the kernel will
// make or wake a thread when there is input.
func (s *subject) inferDispatch(threads []Thread) ([]Thread, error) {
	q, err := s.files.walkQueue(workQueue)
	if err != nil {
		return threads, err
	}
	loops, err := workLoops(s.kernel, s.pid)
	if err != nil {
		return threads, err
	}
	for _, id := range loops {
		if q.descriptor >= 0 && !q.pending {
			break
		}
		if q, err = s.files.walkLoop(id); err != nil {
			return threads, err
		}
	}
	if q.descriptor < 0 || q.pending {
		return threads, nil
	}
	th := Thread{}
	th.inferred("dispatch", ReasonBeforeTrace, q)
	return append(threads, th), nil
}

// inferred notes that th seems to wait for what is in q.
func (th *Thread) inferred(call string, reason Reason, q queued) {
	th.Verdict, th.Reason, th.Call = Inferred, reason, call
	th.Descriptor, th.Others = q.descriptor, q.others
	th.Detail = "an event for input on the terminal is armed, but the wait itself was not seen"
	if q.timer {
		timed := true
		th.Timed = &timed
	}
}
