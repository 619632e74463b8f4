package kdebug

import "context"

// Status is what `rt-helper trace status` shows.
type Status struct {
	Holder   Holder
	Tracing  bool // this Tracer has the trace
	Watchers int
	Paused   bool
	Trouble  Trouble // why there is no trace though it is wanted
	Records  uint64  // read since the trace began
	Threads  int     // known by the trace
	Gaps     int     // times that all was forgotten
	Starts   int     // times that a start was tried
}

// Status tells who holds the slot and what this Tracer does.
func (t *Tracer) Status(ctx context.Context) (Status, error) {
	if err := t.lock.lock(ctx); err != nil {
		return Status{}, err
	}
	defer t.lock.unlock()
	holder, err := ReadHolder(t.kernel)
	s := Status{
		Holder:   holder,
		Watchers: t.watchers,
		Paused:   t.paused,
		Trouble:  t.trouble,
		Gaps:     t.gaps,
		Starts:   t.starts,
	}
	if t.session != nil {
		s.Tracing = true
		s.Records = t.session.records
		s.Threads = len(t.session.threads.known)
		s.Gaps += t.session.threads.gaps
	}
	return s, err
}
