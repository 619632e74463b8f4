package kdebug

import (
	"errors"
	"fmt"
	"syscall"
)

// queued is what a kqueue, with those nested in it, waits for.
type queued struct {
	descriptor int  // of the terminal; -1: it is not waited for
	pending    bool // its event has happened and waits to be collected
	timer      bool
	others     []Source
}

// walkQueue looks through the kqueue of a descriptor or the process's work
// queue, and through kqueues nested in it, whatever way they are nested.
func (f *files) walkQueue(fd int) (queued, error) {
	q := queued{descriptor: -1}
	err := f.walk(fd, map[int]bool{}, &q)
	return q, err
}

// walkLoop looks through a work loop.
func (f *files) walkLoop(id uint64) (queued, error) {
	q := queued{descriptor: -1}
	notes, err := loopNotesOf(f.kernel, f.pid, id)
	if err != nil {
		return q, f.vanished(err)
	}
	err = f.walkNotes(notes, map[int]bool{}, &q)
	return q, err
}

func (f *files) walk(fd int, seen map[int]bool, q *queued) error {
	if seen[fd] {
		return nil
	}
	seen[fd] = true
	notes, err := notesOf(f.kernel, f.pid, fd)
	if err != nil {
		return f.vanished(err)
	}
	return f.walkNotes(notes, seen, q)
}

// vanished notes that a queue went away between two looks; other errors stay.
func (f *files) vanished(err error) error {
	if errors.Is(err, syscall.EBADF) || errors.Is(err, syscall.ESRCH) {
		f.changed = true
		return nil
	}
	return err
}

func (f *files) walkNotes(notes []note, seen map[int]bool, q *queued) error {
	if f.notes += len(notes); f.notes > maxNotes {
		return fmt.Errorf("%w: more than %d events in the kqueues of process %d", errTooBig, maxNotes, f.pid)
	}
	for _, n := range notes {
		if !n.enabled() {
			continue
		}
		if err := f.walkNote(n, seen, q); err != nil {
			return err
		}
	}
	return nil
}

func (f *files) walkNote(n note, seen map[int]bool, q *queued) error {
	switch n.filter {
	case filterRead:
		return f.walkRead(n, seen, q)
	case filterWrite, filterExcept:
		return f.walkOther(n, q)
	case filterTimer:
		q.timer = true
	case filterUser, filterSignal, filterWorkLoop:
		// Wake-ups of the process itself.
	default:
		q.others = append(q.others, Source{FD: -1, Kind: kindOfFilter(n.filter)})
	}
	return nil
}

func kindOfFilter(filter int16) string {
	switch filter {
	case filterProcess:
		return KindChild
	case filterVnode, filterAIO:
		return KindFile
	case filterMachPort:
		return KindMach
	case filterSocket:
		return KindSocket
	}
	return KindOther
}

func (f *files) walkRead(n note, seen map[int]bool, q *queued) error {
	one, ok, err := f.get(int(int32(n.ident)))
	switch {
	case err != nil:
		return err
	case !ok:
		f.changed = true
	case one.terminal || one.control:
		if q.descriptor < 0 || one.fd < q.descriptor {
			q.descriptor = one.fd
		}
		q.pending = q.pending || n.pending()
	case one.kind == KindKqueue:
		return f.walk(one.fd, seen, q)
	default:
		return f.walkOther(n, q)
	}
	return nil
}

// walkOther notes another source, unless it is a wake-up within the process.
func (f *files) walkOther(n note, q *queued) error {
	one, ok, err := f.get(int(int32(n.ident)))
	if err != nil || !ok {
		return err
	}
	own, err := f.own(one.fd)
	if err == nil && !own {
		q.others = append(q.others, one.source())
	}
	return err
}
