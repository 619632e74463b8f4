package kdebug

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// session is one trace, from KDSETBUF to KDREMOVE. Its methods other than wait
// are for one goroutine at a time.
type session struct {
	kernel  Kernel
	threads *threads
	buf     []byte
	chunks  int       // how many full buffers the kernel can hold
	pace    int       // own system calls after which a long look reads in between
	mibs    [][]int32 // one for each of the last reads, so that each has its own address
	reads   uint64
	records uint64
	sink    func(Batch)

	context context.Context // ends with the session
	cancel  context.CancelFunc
	waiting semaphore // held while KDBUFWAIT runs
}

// bufferRecords is how many records one read takes: 1 MiB.
const bufferRecords = 16384

// startSession takes the slot and starts to record system calls. It blocks for
// 100 ms at least. The error is a *BusyError if somebody else holds the slot.
func startSession(k Kernel, events int) (*session, error) {
	if err := claim(k); err != nil {
		return nil, err
	}
	if err := setBuffers(k, events); err != nil {
		return nil, traceError(k, err)
	}
	info, err := configure(k)
	if err != nil {
		// The slot is ours since KDSETBUF and would stay taken.
		return nil, errors.Join(traceError(k, err), removeOurs(k))
	}
	return newSession(k, info), nil
}

// claim makes sure that the slot may be taken: it frees one that a dead tool
// or this process left taken.
func claim(k Kernel) error {
	holder, err := privilegedHolder(k)
	switch {
	case err != nil:
		return err
	case holder.Blocks():
		return &BusyError{Holder: holder}
	case holder.Kind == HolderAbandoned || holder.Kind == HolderSelf:
		return remove(k)
	}
	return nil
}

func configure(k Kernel) (bufInfo, error) {
	if err := setup(k); err != nil {
		return bufInfo{}, err
	}
	if err := setFlags(k, flagNoCoprocessors); err != nil {
		return bufInfo{}, err
	}
	if err := setTypefilter(k, typefilter(classSyscall)); err != nil {
		return bufInfo{}, err
	}
	if err := enable(k); err != nil {
		return bufInfo{}, err
	}
	info, err := readBufInfo(k)
	if err == nil && info.owner != k.PID() {
		err = taken(k)
	}
	return info, err
}

func newSession(k Kernel, info bufInfo) *session {
	records := max(min(int(info.events), bufferRecords), 1)
	s := &session{
		kernel:  k,
		threads: newThreads(),
		buf:     make([]byte, records*RecordSize),
		chunks:  int(info.events)/records + 1,
		pace:    max(int(info.events)/16, 1),
		mibs:    make([][]int32, 64),
		waiting: newSemaphore(),
	}
	for i := range s.mibs {
		s.mibs[i] = []int32{ctlKern, kernKdebug, opRead}
	}
	s.context, s.cancel = context.WithCancel(context.Background())
	return s
}

// wait blocks until the buffers are half full or d is over. It returns false
// once the session has ended.
func (s *session) wait(d time.Duration) bool {
	if s.waiting.lock(s.context) != nil {
		return false
	}
	defer s.waiting.unlock()
	if s.context.Err() != nil {
		return false
	}
	err := s.checkOwner()
	if err == nil {
		err = waitBuffers(s.kernel, d)
	}
	if err != nil {
		// The next read tells what is wrong; do not spin until then.
		time.Sleep(d)
	}
	return s.context.Err() == nil
}

// checkOwner comes before every operation: the kernel gives the slot to any
// privileged caller that finds it free or with the background tracer, whose
// data would be lost.
func (s *session) checkOwner() error {
	_, err := s.info()
	return err
}

// info is what the kernel says of buffers that must be ours.
func (s *session) info() (bufInfo, error) {
	info, err := readBufInfo(s.kernel)
	if err == nil && info.owner != s.kernel.PID() {
		err = taken(s.kernel)
	}
	return info, err
}

// leave ends the session without touching the slot. After it no operation of
// this session reaches the kernel: one that came after KDREMOVE would take the
// slot again and lock the background tracer out.
func (s *session) leave() {
	s.cancel()
	_ = s.waiting.lock(context.Background())
}

// stop ends the session and frees the slot if it is still ours.
func (s *session) stop() error {
	s.leave()
	if err := removeOurs(s.kernel); err != nil {
		return fmt.Errorf("release the trace: %w", err)
	}
	return nil
}
