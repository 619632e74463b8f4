package procfs

import (
	"errors"
	"fmt"
)

// target is one member of a wait: the descriptor and the open file behind it.
type target struct {
	Interest
	node node
	kind string
	// closed: an epoll entry whose descriptor names another file by now. Its
	// file is known by inode only.
	closed bool
	vague  bool // and closed: the inode does not tell which file that is
	edge   bool // an edge-triggered epoll entry
}

// Limits of a look at one thread.
const (
	maxTargets   = 16384
	maxTableSize = 65536 // slots of a descriptor table whose epoll lists are read
	maxEpollText = 4 << 20
	maxNesting   = 5
)

// problem is an error that carries the reason word of a CannotTell finding.
type problem struct {
	reason string
	err    error
}

func (p *problem) Error() string { return p.err.Error() }

func (p *problem) Unwrap() error { return p.err }

func tooBig(format string, a ...any) error {
	return &problem{ReasonTooBig, fmt.Errorf(format, a...)}
}

// reasonOf tells the reason word for a look that failed.
func reasonOf(err error) string {
	var p *problem
	switch {
	case errors.As(err, &p):
		return p.reason
	case errors.Is(err, errAbsent):
		return ReasonStalled
	case Exhausted(err):
		return ReasonTooBig
	case denied(err):
		return ReasonNotPermitted
	}
	return ReasonUnsupported
}

// targets looks up what a decoded wait waits for.
func (t *thread) targets(w Wait) ([]target, error) {
	switch w.Form {
	case ReadFD, SendFD, SocketFD:
		return t.lookUpAll([]Interest{{FD: w.FD, Read: true}}, 0)
	case EpollSet, Epoll2Set:
		return t.epoll(w.FD, 0)
	case SelectSet:
		return t.selectTargets(w)
	case PollSet, PPollSet, RestartCall:
		if w.Count > maxTargets {
			return nil, tooBig("%s with %d entries", w.Name, w.Count)
		}
		b, err := t.mem.read(w.Addr, w.Count*pollfdSize)
		if err != nil {
			return nil, err
		}
		return t.lookUpAll(ParsePollFDs(b), 0)
	}
	return nil, nil
}

// selectTargets clamps the count to the size of the descriptor table, as the
// kernel does: the argument may be as large as the caller likes.
func (t *thread) selectTargets(w Wait) ([]target, error) {
	b, err := readAt(t.p.dir, t.prefix+"status", t.p.buf[:])
	if err != nil {
		return nil, err
	}
	s, err := ParseStatus(b)
	if err != nil {
		return nil, err
	}
	n := min(w.Count, s.FDSize)
	if n > maxTableSize {
		return nil, tooBig("select over %d descriptors", n)
	}
	bits := w.ABI.word() * 8
	size := (n + bits - 1) / bits * (bits / 8)
	in, err := t.mem.read(w.Addr, size)
	if err != nil {
		return nil, err
	}
	out, err := t.mem.read(w.Addr2, size)
	if err != nil {
		return nil, err
	}
	return t.lookUpAll(SelectInterests(ParseFDSet(in, n), ParseFDSet(out, n)), 0)
}

func (t *thread) lookUpAll(set []Interest, depth int) ([]target, error) {
	var list []target
	for _, i := range set {
		more, err := t.lookUp(i, depth)
		if err != nil {
			return nil, err
		}
		if list = append(list, more...); len(list) > maxTargets {
			return nil, tooBig("a wait for more than %d descriptors", maxTargets)
		}
	}
	return list, nil
}

// lookUp finds the file behind a descriptor; an epoll descriptor stands for
// what it watches. A descriptor that is closed waits for nothing.
func (t *thread) lookUp(i Interest, depth int) ([]target, error) {
	n, err := t.node(i.FD)
	if gone(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	kind, err := t.kindOf(n, i.FD)
	if err != nil {
		return nil, err
	}
	if kind == kindEpoll && i.Read {
		return t.epoll(i.FD, depth+1)
	}
	return []target{{Interest: i, node: n, kind: kind}}, nil
}

func (t *thread) kindOf(n node, fd int) (string, error) {
	if k, ok := kindOfNode(n); ok {
		return k, nil
	}
	text, err := t.link(fd)
	if gone(err) {
		return kindReady, nil
	}
	if err != nil {
		return "", err
	}
	return kindOfLink(text), nil
}
