package procfs

import (
	"slices"
	"strings"
)

// maxOwnFDs bounds the descriptors of one process that are looked through.
const maxOwnFDs = 4096

// restarted settles restart_syscall: after a stop and a continue, poll waits
// under this call's number with its old arguments. So do sleeps, which only
// the function it sleeps in tells apart.
func (t *thread) restarted(w Wait) (Wait, bool, error) {
	switch at := t.wchan(); {
	case strings.HasPrefix(at, "poll_schedule_timeout"), strings.HasPrefix(at, "do_poll"), strings.HasPrefix(at, "do_sys_poll"):
		w.Name = "poll"
		return w, true, nil
	case at != "":
		return w, false, nil
	}
	return w, false, &problem{ReasonUnsupported, errNoWchan}
}

// stuckElsewhere reports that a call which moves bytes into a pipe waits for
// room there instead of for input.
func (t *thread) stuckElsewhere(w Wait) bool {
	if w.Name != "splice" && w.Name != "sendfile" {
		return false
	}
	return strings.Contains(t.wchan(), "pipe")
}

// opaque settles calls whose arguments do not name the descriptor they wait
// for. io_submit's are in memory. Of a ring only the process's descriptors can
// tell: if the terminal is the only thing that could end the wait, it is what
// is waited for; if it is not open at all, it is not. What only the process
// itself can make ready counts, too: the wait may be for that. An aio context
// also ends its waits for files that are always ready, and for nothing.
func (t *thread) opaque(term Identity, w Wait, first Syscall, f Finding) (Finding, error) {
	t.memo.vague = true
	list, certain, err := t.candidates(w)
	if err != nil {
		return f, t.confirm(first, f.Runs, err)
	}
	c, err := t.terminalIn(term, list)
	if err != nil || c.fd < 0 {
		return f, err
	}
	if !certain || slices.ContainsFunc(list, func(x target) bool { return !c.same(x) && x.kind != kindReady }) {
		c.close()
		if err := t.unchanged(first, f.Runs); err != nil {
			return f, err
		}
		return cannotTell(t.tid, ReasonRing, "it waits in "+w.Name+", which does not show for what, and has the terminal open among other things"), nil
	}
	f.FD, f.Timed = c.fd, w.Timed
	return t.settle(first, f, c)
}

// candidates lists the descriptors that an opaque wait may be for. Certain is
// false when it may also be for something that the list does not show.
func (t *thread) candidates(w Wait) (list []target, certain bool, err error) {
	if w.Form == AioSubmit {
		list, err = t.submitted(w)
		return list, true, err
	}
	if w.Form == RingWait && w.FD >= 0 {
		text, err := t.fdinfo(w.FD, 64<<10)
		if err != nil {
			return nil, false, err
		}
		r := ParseRing(text)
		certain = len(r.Ops) == 1 && !r.FixedFiles
	}
	list, err = t.allReadable(w)
	return list, certain, err
}

// allReadable lists every descriptor of the thread that is open for reading,
// but for the ring that it waits in.
func (t *thread) allReadable(w Wait) ([]target, error) {
	fds, whole, err := listAt(t.p.dir, t.prefix+"fd", maxOwnFDs)
	if err != nil {
		return nil, err
	}
	if !whole {
		return nil, tooBig("more than %d descriptors", maxOwnFDs)
	}
	var list []target
	for _, fd := range fds {
		n, err := t.node(fd)
		if err != nil {
			continue
		}
		k, err := t.kindOf(n, fd)
		if err != nil {
			return nil, err
		}
		text, err := t.fdinfo(fd, pageSize)
		if err == nil && ParseFDInfo(text).Readable() && (w.Form != RingWait || fd != w.FD) {
			list = append(list, target{Interest: Interest{FD: fd, Read: true}, node: n, kind: k})
		}
	}
	return list, nil
}

// submitted reads the control blocks of an io_submit that has not returned.
func (t *thread) submitted(w Wait) ([]target, error) {
	if w.Count > maxAioBlock {
		return nil, tooBig("io_submit of %d blocks", w.Count)
	}
	b, err := t.mem.read(w.Addr, w.Count*w.ABI.word())
	if err != nil {
		return nil, err
	}
	var set []Interest
	for _, p := range ParseWords(b, w.ABI.word()) {
		block, err := t.mem.read(p, iocbSize)
		if err != nil {
			return nil, err
		}
		if fd, ok := ParseIOCB(block); ok {
			set = append(set, Interest{FD: fd, Read: true})
		}
	}
	return t.lookUpAll(set, 0)
}
