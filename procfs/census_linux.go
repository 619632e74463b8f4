package procfs

import (
	"runtime"
	"slices"
	"sync"
	"time"
)

// This file keeps a survey's list of processes up to date. The lock is held.

// follow adds the processes that were started since; if those are many, all is
// read.
func (v *survey) follow(last mark, now time.Time) error {
	if last.before(v.next.mark) { // somebody else came later
		last = v.next.mark
	}
	pids, ok := v.next.advance(last, now)
	if !ok || v.at.IsZero() || now.Sub(v.read) > readFor {
		return v.readAll(last, now)
	}
	for _, pid := range pids {
		used := processorTimeOf(pid)
		s, err := birthOf(pid)
		if err == nil || err == errThread {
			v.next.found(pid)
		}
		if err == nil {
			v.put(surveyed{Stat: s, used: used})
		} else if err != errThread && !gone(err) && !denied(err) {
			v.forget()
			return err
		}
	}
	v.next.expire(now)
	return nil
}

func (v *survey) put(k surveyed) {
	i, there := v.place(k.PID)
	if there {
		v.known[i] = k
	} else {
		v.known = slices.Insert(v.known, i, k)
	}
}

// update also reads about those that have run.
func (v *survey) update(last mark, now time.Time) error {
	if err := v.follow(last, now); err != nil || v.at == now {
		return err
	}
	times := v.times()
	ran, left := map[int]bool{}, map[int]bool{}
	for i := range v.known {
		k := &v.known[i]
		if k.PGRP == 0 || k.used.same(times[i]) { // 0: a kernel thread
			continue
		}
		ran[k.PID] = true
		s, err := statOf(k.PID)
		switch {
		case err == nil:
			*k = surveyed{Stat: s, used: times[i]}
		case gone(err) || denied(err):
			left[k.PID] = true
		default:
			v.forget()
			return err
		}
	}
	if len(left) > 0 {
		v.known = slices.DeleteFunc(v.known, func(k surveyed) bool { return left[k.PID] })
	}
	if err := v.lostTerminals(ran, now); err != nil {
		return err
	}
	v.at = now
	return nil
}

// lostTerminals reads again about those whose session's leader has run, and may
// have given the session's terminal up; and once in a while about all that have a
// terminal, for it can be taken from them by force.
func (v *survey) lostTerminals(ran map[int]bool, now time.Time) error {
	all := now.Sub(v.ttys) > holdersFor
	if all {
		v.ttys = now
	}
	for i := range v.known {
		k := &v.known[i]
		if k.TTY == 0 || ran[k.PID] {
			continue
		}
		if _, there := v.place(k.Session); there && !ran[k.Session] && !all {
			continue
		}
		s, err := statOf(k.PID)
		switch {
		case err == nil && s.Start == k.Start:
			k.Stat = s
		case err == nil:
			*k = surveyed{Stat: s}
		case !gone(err) && !denied(err):
			v.forget()
			return err
		}
	}
	return nil
}

// readAll makes the list anew. What is known of those that have not run since is
// kept.
func (v *survey) readAll(last mark, now time.Time) error {
	pids, err := everyPID()
	if err != nil {
		return err
	}
	r, err := newStatReader()
	if err != nil {
		return err
	}
	defer r.close()
	slices.Sort(pids)
	list := make([]surveyed, 0, len(pids))
	if len(v.known) == 0 {
		v.anew, v.cost = now, 0
	}
	for _, pid := range pids {
		used := processorTimeOf(pid)
		s, ok, err := r.stat(pid)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		k := surveyed{Stat: s, used: used}
		if i, there := v.place(pid); there && v.known[i].Start == s.Start && v.known[i].used.same(used) {
			k = v.known[i]
			k.Stat = s
		}
		list = append(list, k)
	}
	v.known, v.at, v.read, v.ttys = list, now, now, now
	v.next = follow(last, func(pid int) bool { _, ok := v.place(pid); return ok }, now)
	return nil
}

// times asks how long each process has run: where they are many, on several
// processors.
func (v *survey) times() []processorTime {
	times := make([]processorTime, len(v.known))
	part := len(times)
	if part >= manyProcesses {
		part = (part-1)/runtime.GOMAXPROCS(0) + 1
	}
	var wg sync.WaitGroup
	for begin := 0; begin < len(times); begin += part {
		end := min(begin+part, len(times))
		ask := func() {
			for i := begin; i < end; i++ {
				times[i] = processorTimeOf(v.known[i].PID)
			}
		}
		if end == len(times) {
			ask()
		} else {
			wg.Go(ask)
		}
	}
	wg.Wait()
	return times
}

const manyProcesses = 1024
