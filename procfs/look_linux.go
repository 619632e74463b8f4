package procfs

import (
	"errors"
	"fmt"
	"slices"
)

// maxTries bounds how often a thread is looked at again because it ran
// meanwhile.
const maxTries = 3

// errAgain: the thread ran during the look, so that its parts do not belong
// together.
var errAgain = errors.New("the thread ran during the look")

// look tells whether the thread waits for input from the terminal.
//
// Between two equal run counts the thread slept all the time; what was read in
// between belongs together. The syscall file, last, tells a thread that still
// sleeps from one that was woken and has no processor yet. The poll lies in
// between and moves typed bytes to where a reader finds them, so that a reader
// who has something to read is awake when the last look comes. Hence: blocked
// before and after a moment at which nothing was to be read.
func (t *thread) look(term Identity) Finding {
	if f, ok := t.recall(term); ok {
		return f
	}
	if err := t.refresh(); err != nil && gone(err) {
		return Finding{TID: t.tid}
	} else if err != nil {
		return cannotTell(t.tid, reasonOf(err), fmt.Sprintf("thread %d: %v", t.tid, err))
	}
	for range maxTries {
		t.memo = memo{}
		f, err := t.once(term)
		if err == nil {
			t.remember(term, f)
			return f
		}
		if gone(err) {
			return Finding{TID: t.tid}
		}
		if !errors.Is(err, errAgain) {
			return cannotTell(t.tid, reasonOf(err), fmt.Sprintf("thread %d: %v", t.tid, err))
		}
	}
	return Finding{TID: t.tid} // it does not stay asleep
}

func (t *thread) once(term Identity) (Finding, error) {
	no := Finding{TID: t.tid}
	runs, err := t.runs()
	if err != nil {
		return no, err
	}
	first, err := t.syscall()
	if err != nil {
		return no, err
	}
	t.memo.first, t.memo.runs = first, runs
	w, ok := Decode(t.abi, first)
	if !ok || first.PC == 0 { // a kernel worker repeats its creator's call, without registers
		return no, nil
	}
	no.Call, no.Runs = w.Name, runs
	if state, err := t.state(); err != nil || state != 'S' {
		return no, err
	}
	if w, ok, err = t.prepare(w); err != nil || !ok {
		return no, err
	}
	no.Call = w.Name // of a restarted call: its own
	return t.prove(term, w, first, no)
}

// prepare opens the memory that a wait set lies in, and starts over once so
// that it was open before the call was looked at; and it settles the calls
// whose number does not tell what they wait for.
func (t *thread) prepare(w Wait) (Wait, bool, error) {
	switch w.Form {
	case SelectSet, OldSelectSet, PollSet, PPollSet, RestartCall, AioSubmit, SocketCall:
		if t.mem == nil {
			m, err := t.openMemory()
			if err != nil {
				return w, false, err
			}
			t.mem = m
			return w, false, errAgain
		}
	}
	switch w.Form {
	case OldSelectSet:
		b, err := t.mem.read(w.Addr, oldSelectSize)
		if err != nil {
			return w, false, err
		}
		w, ok := ParseOldSelect(b, w)
		return w, ok, nil
	case RestartCall:
		return t.restarted(w)
	}
	return w, true, nil
}

// prove is the part of a look that needs a waiting call.
func (t *thread) prove(term Identity, w Wait, first Syscall, f Finding) (Finding, error) {
	if w.Form == RingWait || w.Form == AioWait || w.Form == AioSubmit {
		return t.opaque(term, w, first, f)
	}
	list, err := t.targets(w)
	if err != nil {
		return f, t.confirm(first, f.Runs, err)
	}
	c, err := t.terminalIn(term, list)
	if err != nil {
		return f, t.confirm(first, f.Runs, err)
	}
	if c.fd < 0 || w.Form == SocketFD || t.stuckElsewhere(w) {
		return f, nil
	}
	t.memo.same, t.memo.target = c.same, c.target
	f.FD, f.Timed, f.Limit = c.fd, w.Timed, t.limit(w)
	f.Sources, f.Masters = sourcesOf(list, c.same)
	return t.settle(first, f, c)
}

// confirm turns a failed look into a reason to look again if the thread ran
// meanwhile: what failed may have been about something that is no more.
func (t *thread) confirm(first Syscall, runs uint64, err error) error {
	if e := t.unchanged(first, runs); e != nil {
		return e
	}
	return err
}

func (t *thread) unchanged(first Syscall, runs uint64) error {
	last, err := t.syscall()
	if err != nil {
		return err
	}
	if last != first {
		return errAgain
	}
	n, err := t.runs()
	if err != nil {
		return err
	}
	if n != runs {
		return errAgain
	}
	return nil
}

// settle asks the copy whether input is there, and looks a last time.
func (t *thread) settle(first Syscall, f Finding, c terminalCopy) (Finding, error) {
	queued, err := c.readable()
	// An edge-triggered wait that goes on although something is there is for
	// more than that: what came after its last return would have ended it.
	queued = queued && !c.target.edge
	if err == nil && !queued {
		err = t.unchanged(first, f.Runs)
	}
	if err != nil || queued {
		c.close()
		f.Queued = queued
		return f, err
	}
	f.Verdict, f.copied = Proven, &c.copied
	return f, nil
}

// sourcesOf lists what else than the terminal the call waits for.
func sourcesOf(list []target, same func(target) bool) (others []Source, masters []int) {
	for _, x := range list {
		if same(x) || x.kind == kindReady || x.kind == kindOwn {
			continue
		}
		if x.kind == KindPty && x.Read && !slices.Contains(masters, x.FD) {
			masters = append(masters, x.FD)
		}
		others = append(others, Source{FD: x.FD, Kind: x.kind, ino: x.node.ID.Ino})
	}
	return others, masters
}
