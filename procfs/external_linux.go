package procfs

import (
	"slices"
)

// external keeps the sources that something outside the process can make
// ready. A pipe whose other end the process holds itself, and a socket whose
// peer it holds, are its own wake-ups. False: the peer of a socket, which is
// then kept, could not be asked for.
func (p *Process) external(t *thread, sources []Source) ([]Source, bool) {
	var out []Source
	var own *ends
	for _, s := range sources {
		if s.Kind == KindPipe || s.Kind == KindSocket {
			if own == nil {
				own = t.ends()
			}
			if own.has(s) {
				continue
			}
		}
		out = append(out, s)
	}
	return out, own == nil || !own.failed
}

// ends are the pipes and sockets that a process holds.
type ends struct {
	pipes   map[uint64]access
	sockets map[uint64]bool
	peer    PeerFunc
	asked   int  // how often
	failed  bool // a peer could not be asked for
	foreign bool // a socket is not the process's own: others need not be asked about
}

// maxPeers bounds the questions about peers in one look.
const maxPeers = 64

type access struct{ read, write bool }

// ends looks through the descriptors of the thread's table. One that cannot be
// read has no ends: its sources count as external.
func (t *thread) ends() *ends {
	e := &ends{pipes: map[uint64]access{}, sockets: map[uint64]bool{}, peer: t.p.peer}
	fds, _, err := listAt(t.p.dir, t.prefix+"fd", maxOwnFDs)
	if err != nil {
		return e
	}
	for _, fd := range fds {
		n, err := t.node(fd)
		if err != nil {
			continue
		}
		switch n.Mode & modeType {
		case modeSocket:
			e.sockets[n.ID.Ino] = true
		case modeFIFO:
			if text, err := t.shortInfo(fd, t.p.buf[:]); err == nil {
				i := ParseFDInfo(text)
				a := e.pipes[n.ID.Ino]
				e.pipes[n.ID.Ino] = access{a.read || i.Readable(), a.write || i.Writable()}
			}
		}
	}
	return e
}

func (e *ends) has(s Source) bool {
	if s.Kind == KindPipe {
		a := e.pipes[s.ino]
		return a.read && a.write
	}
	own := e.hasPeer(s.ino)
	e.foreign = e.foreign || !own
	return own
}

// hasPeer asks for a socket's peer, unless it is known to be elsewhere or the
// answer would change nothing.
func (e *ends) hasPeer(ino uint64) bool {
	if e.foreign || len(e.sockets) < 2 || e.asked >= maxPeers {
		return false
	}
	e.asked++
	peer, err := e.peer(ino)
	e.failed = e.failed || err != nil
	return err == nil && peer != 0 && e.sockets[peer]
}

// also lists what a thread waits for, for a thread that does not wait for the
// terminal itself; and whether it sleeps in a call, and in one that waits for
// nothing of the kind.
func (t *thread) also() (list []Source, asleep, idle bool) {
	if t.refresh() != nil {
		return nil, false, false
	}
	s, err := t.syscall()
	if err != nil {
		return nil, false, false
	}
	w, ok := Decode(t.abi, s)
	if !ok {
		return nil, s.Blocked, s.Blocked
	}
	return t.waits(w), true, false
}

func (t *thread) waits(w Wait) []Source {
	switch w.Form {
	case ChildWait:
		return []Source{{FD: -1, Kind: KindChild}}
	case SocketCall:
		return []Source{{FD: -1, Kind: KindSocket}}
	case RingWait, AioWait, AioSubmit:
		return []Source{{FD: -1, Kind: KindOther}}
	}
	w, ok, err := t.prepare(w)
	if err == errAgain {
		w, ok, err = t.prepare(w)
	}
	if err != nil || !ok {
		return nil
	}
	list, err := t.targets(w)
	if err != nil {
		return []Source{{FD: -1, Kind: KindOther}}
	}
	others, _ := sourcesOf(list, func(x target) bool { return x.kind == KindTerminal })
	return others
}

// Kinds returns the distinct kinds of sources, sorted.
func Kinds(sources []Source) []string {
	var k []string
	for _, s := range sources {
		if !slices.Contains(k, s.Kind) {
			k = append(k, s.Kind)
		}
	}
	slices.Sort(k)
	return k
}
