package kdebug

import (
	"fmt"
	"time"
)

// ownCallTries is how often a read is repeated until this process's own system
// call is among the records.
const ownCallTries = 8

// catchUp reads until everything that happened before it was called is in the
// thread table. Whatever cannot be trusted is forgotten. The error is a
// *BusyError or errGone if the trace is lost.
func (s *session) catchUp() error {
	if err := s.checkOwner(); err != nil {
		return err
	}
	complete, err := s.readAll()
	if err != nil {
		return err
	}
	if !complete {
		return s.revive("nothing was recorded for a while")
	}
	// From macOS 13 on, buffers that fill up during a read switch recording off
	// without a word.
	info, err := s.info()
	if err != nil {
		return err
	}
	if why := info.fault(); why != "" {
		return s.revive(why)
	}
	return nil
}

// readAll reads until a batch holds the record of the very call that read it.
// Without that record the batch is incomplete, or nothing is recorded any more.
func (s *session) readAll() (complete bool, err error) {
	tries := 0
	for reads := 0; tries < ownCallTries; reads++ {
		seen, full, err := s.read()
		if seen || err != nil {
			return seen, err
		}
		if reads > 2*s.chunks+ownCallTries {
			return false, fmt.Errorf("%w: records come faster than they can be read", errGone)
		}
		if !full {
			tries++
			settle(tries)
		}
	}
	return false, nil
}

// settle gives another processor time to finish the record that it is writing,
// which ends a read early.
func settle(try int) {
	if try > 2 {
		time.Sleep(time.Millisecond)
	}
}

// read takes one batch. seen tells whether this very call is in it, full
// whether more may be waiting.
func (s *session) read() (seen, full bool, err error) {
	mib := s.mibs[s.reads%uint64(len(s.mibs))]
	s.reads++
	events, mark, err := s.kernel.Sysctl(mib, s.buf, uint64(len(s.buf)))
	if err != nil {
		return false, false, traceError(s.kernel, fmt.Errorf("kdebug KDREADTR: %w", err))
	}
	batch, err := ParseBatch(s.buf, events)
	if err != nil {
		return false, false, fmt.Errorf("%w: %w", errGone, err)
	}
	if s.sink != nil {
		s.sink(batch)
	}
	s.records += events
	return s.apply(batch, mark), len(batch) == len(s.buf), nil
}

func (s *session) apply(batch Batch, mark Mark) (seen bool) {
	for i := range batch.Len() {
		r := batch.At(i)
		s.threads.apply(r)
		seen = seen || r.starts(mark.Thread, sysSysctl, mark.Address)
	}
	return seen
}

// revive switches recording on again and forgets every thread. What the
// buffers still hold is older than the gap: it is read and forgotten too.
func (s *session) revive(why string) error {
	s.threads.forget(why)
	if err := s.checkOwner(); err != nil {
		return err
	}
	if err := enable(s.kernel); err != nil {
		return traceError(s.kernel, err)
	}
	complete, err := s.readAll()
	if err != nil {
		return err
	}
	if !complete {
		return fmt.Errorf("%w: %s", errGone, why)
	}
	s.threads.forget(why)
	return nil
}
