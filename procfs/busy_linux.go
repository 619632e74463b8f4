package procfs

import (
	"strconv"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// busy is a process with one thread that was found to wait for nothing.
type busy struct {
	ok    bool
	owner uint32
}

// setBusy notes such a process, if whose it is can be told again from the owner
// of its files: that of a program which has other rights than its user's, or had
// them and gave them up, is not the user.
func (p *Process) setBusy(tids []int, r Report) {
	if !p.kept || p.stat < 0 || len(tids) != 1 || r.Best >= 0 {
		return
	}
	st, err := p.Status()
	if err != nil || !st.SameUser(st.UIDs[0]) {
		return
	}
	owner, err := p.Owner()
	p.busy = busy{err == nil && owner == st.UIDs[0], owner}
}

// works reports that the process is still the same user's and that its only
// thread runs, or is about to: then it waits for nothing.
func (p *Process) works() bool {
	if !p.busy.ok {
		return false
	}
	now, err := p.Stat()
	if err != nil || now.State != 'R' || now.Threads != 1 {
		return false
	}
	if t := p.threads[p.PID]; t != nil && t.sleep < 0 && CanTrace() && tellsSleep() {
		t.sleep, _ = openAt(p.dir, t.prefix+"wchan", unix.O_RDONLY)
	}
	owner, err := p.Owner()
	return err == nil && owner == p.busy.owner
}

// awake reports that the process's only thread is on a processor or waits for one,
// or has not left the processor's queue yet. It cannot sleep: the kernel tells
// what a thread sleeps in without touching its memory (wchan of proc(5)). Of a
// process that may not be looked at it says the same as of one that is awake.
func (p *Process) awake() bool {
	t := p.threads[p.PID]
	if !p.busy.ok || t == nil || t.sleep < 0 {
		return false
	}
	b, err := readQuick(t.sleep, p.buf[:])
	return err == nil && string(b) == "0"
}

// sleepTold remembers that tellsSleep was true.
var sleepTold atomic.Bool

// tellsSleep reports that the kernel names what threads sleep in: there are ones
// that do not, and then all seem awake. Some thread of this process always sleeps.
func tellsSleep() bool {
	if sleepTold.Load() {
		return true
	}
	dir := "/proc/self/task/"
	tids, _, err := listAt(unix.AT_FDCWD, dir, MaxThreads)
	var buf [64]byte
	for _, tid := range tids {
		b, err2 := readAt(unix.AT_FDCWD, dir+strconv.Itoa(tid)+"/wchan", buf[:])
		if err == nil && err2 == nil && len(b) > 0 && string(b) != "0" {
			sleepTold.Store(true)
			return true
		}
	}
	return false
}
