package kdebug

import (
	"errors"
	"fmt"
	"slices"
	"syscall"
)

// survey is one look at the processes of a terminal.
type survey struct {
	kernel  Kernel
	query   Query
	view    view
	pids    []int32
	members map[int32]bsdInfo      // wanted processes as they were
	threads map[int32][]uint64     // their threads as listed
	judged  map[uint64]threadState // where each thread was when it was judged
	changed bool                   // something came, went or moved: look again
	facts   Facts
}

// takeSurvey lists the terminal's processes and judges the threads of those
// wanted. Its error is that of the list; a process that cannot be looked at
// has its Trouble.
func takeSurvey(k Kernel, q Query, v view) (*survey, error) {
	s := &survey{kernel: k, query: q, view: v, members: map[int32]bsdInfo{}, threads: map[int32][]uint64{}, judged: map[uint64]threadState{}}
	pids, err := terminalPIDs(k, q.Terminal)
	if err != nil {
		return nil, err
	}
	s.pids = pids
	for _, pid := range pids {
		s.process(pid)
	}
	s.mark()
	s.facts.Processes = slices.DeleteFunc(s.facts.Processes, func(p Process) bool {
		_, kept := s.members[int32(p.PID)]
		return !kept
	})
	return s, nil
}

// process adds a process unless it is dead or not on the terminal any more.
func (s *survey) process(pid int32) {
	info, trouble, err := s.info(pid)
	if err != nil {
		// A zombie, or it exited since the list was made.
		return
	}
	if !info.live() || info.terminal != s.query.Terminal {
		return
	}
	if info.foreground > 0 {
		s.changed = s.changed || s.facts.Foreground != 0 && s.facts.Foreground != int(info.foreground)
		s.facts.Foreground = int(info.foreground)
	}
	s.members[pid] = info
	s.facts.Processes = append(s.facts.Processes, processOf(info, trouble))
}

// info reads as much of a process as the kernel lets on. Its only error is
// ESRCH: a process that may not be looked at is still there.
func (s *survey) info(pid int32) (bsdInfo, Trouble, error) {
	info, err := fullInfo(s.kernel, pid)
	if err == nil || errors.Is(err, syscall.ESRCH) {
		return info, Trouble{}, err
	}
	trouble := lookTrouble(err)
	info, err = shortInfo(s.kernel, pid)
	if errors.Is(err, syscall.ESRCH) {
		return info, trouble, err
	}
	info.pid, info.terminal = pid, s.query.Terminal
	return info, trouble, nil
}

func processOf(i bsdInfo, trouble Trouble) Process {
	return Process{
		PID:       int(i.pid),
		Parent:    int(i.parent),
		Group:     int(i.group),
		UID:       i.uid,
		RUID:      i.ruid,
		Program:   i.command,
		StartSec:  i.startSec,
		StartUsec: i.startUsec,
		Leader:    i.flags&flagSessionLeader != 0,
		Stopped:   i.status == stateStopped,
		Trouble:   trouble,
	}
}

// mark tells the foreground job apart, asks who is wanted and looks at them.
func (s *survey) mark() {
	for i := range s.facts.Processes {
		p := &s.facts.Processes[i]
		p.Foreground = s.inForeground(*p)
		p.Wanted = p.Foreground
		if s.query.Wanted != nil {
			p.Wanted = s.query.Wanted(*p)
		}
		if p.Wanted && !p.Stopped && p.Trouble.Reason == "" {
			s.look(p)
		}
	}
}

// inForeground is true for a process of which it cannot be told.
func (s *survey) inForeground(p Process) bool {
	if p.Trouble.Reason != "" && (p.Group == 0 || s.facts.Foreground == 0) {
		return true
	}
	return s.facts.Foreground > 0 && p.Group == s.facts.Foreground
}

// look judges the threads of a process. One that exits meanwhile is no member.
func (s *survey) look(p *Process) {
	sub := &subject{
		kernel: s.kernel,
		pid:    int32(p.PID),
		files:  newFiles(s.kernel, int32(p.PID), s.query.Terminal),
		view:   s.view,
		inKqs:  map[int]struct{}{},
		judged: s.judged,
	}
	err := s.judge(p, sub)
	if errors.Is(err, syscall.ESRCH) {
		delete(s.members, sub.pid)
		s.changed = true
	} else if err != nil {
		p.Trouble = lookTrouble(err)
	}
	s.changed = s.changed || sub.moving || sub.files.changed
}

func (s *survey) judge(p *Process, sub *subject) error {
	ids, err := threadIDs(s.kernel, sub.pid)
	if err != nil {
		return err
	}
	s.threads[sub.pid] = ids
	for _, id := range ids {
		th, gone, err := sub.judge(id)
		if err != nil {
			return err
		}
		if gone {
			s.changed = true
			continue
		}
		p.Threads = append(p.Threads, th)
	}
	p.Threads, err = sub.infer(p.Threads)
	return err
}

// lookTrouble explains a look that failed.
func lookTrouble(err error) Trouble {
	switch {
	case errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES):
		return Trouble{Reason: ReasonNotPermitted, Detail: fmt.Sprintf("the kernel refused a look (%v): install the service", err)}
	case errors.Is(err, errTooBig):
		return Trouble{Reason: ReasonTooBig, Detail: err.Error()}
	}
	return Trouble{Reason: ReasonUnsupported, Detail: err.Error()}
}

// sameMembers tells whether the processes and threads are still those listed,
// and the processes in the same groups and states.
func (s *survey) sameMembers() bool {
	pids, err := terminalPIDs(s.kernel, s.query.Terminal)
	if err != nil || !slices.Equal(pids, s.pids) {
		return false
	}
	for pid, ids := range s.threads {
		now, err := threadIDs(s.kernel, pid)
		if err != nil || !slices.Equal(now, ids) {
			return false
		}
		info, err := fullInfo(s.kernel, pid)
		if err != nil || info != s.members[pid] {
			return false
		}
	}
	return true
}
