package fakekernel

// Filters of a Note.
const (
	FilterRead    = -1
	FilterWrite   = -2
	FilterVnode   = -4
	FilterProcess = -5
	FilterSignal  = -6
	FilterTimer   = -7
	FilterMach    = -8
	FilterUser    = -10
)

// Status bits of a Note.
const (
	NoteActive   = 1
	NoteQueued   = 2
	NoteDisabled = 4
)

// Note is an event that a queue waits for.
type Note struct {
	Ident  uint64
	Filter int16
	Flags  uint16
	Status uint32
}

// Queue is a kqueue.
type Queue struct {
	notes  []*Note
	asleep bool // KQ_SLEEP: outlives a time-out
}

// Queue opens a kqueue at a descriptor; fd -1 is the work queue.
func (p *Process) Queue(fd int, notes ...*Note) *Queue {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	q := &Queue{notes: notes}
	if fd < 0 {
		p.work = q
	} else {
		p.files[fd] = &File{kind: 5, queue: q}
	}
	return q
}

// Loop makes a work loop.
func (p *Process) Loop(id uint64, notes ...*Note) *Queue {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	q := &Queue{notes: notes}
	p.loops[id] = q
	return q
}

// Enable changes a note as EV_ENABLE and EV_DISABLE do. Enabling one whose event
// has happened wakes whoever waits for it.
func (p *Process) Enable(n *Note, on bool) {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	n.Status &^= NoteDisabled
	if !on {
		n.Status |= NoteDisabled
	}
	for _, t := range p.threads {
		if t.asleep && t.call.queue != nil && t.call.ready() {
			t.asleep = false
			t.call.queue.asleep = false
		}
	}
}

// Asleep sets the queue's mark of a sleeper.
func (p *Process) Asleep(q *Queue, on bool) {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	q.asleep = on
}

func (p *Process) queues() []*Queue {
	var all []*Queue
	for _, f := range p.files {
		if f.queue != nil {
			all = append(all, f.queue)
		}
	}
	if p.work != nil {
		all = append(all, p.work)
	}
	for _, q := range p.loops {
		all = append(all, q)
	}
	return all
}

// wants tells whether the queue, or one nested in it, waits for the terminal.
func (q *Queue) wants(p *Process, t *TTY, seen map[*Queue]bool) bool {
	if seen[q] {
		return false
	}
	seen[q] = true
	for _, n := range q.notes {
		if n.Status&NoteDisabled != 0 || n.Filter != FilterRead {
			continue
		}
		f := p.files[int(int32(n.Ident))]
		if f != nil && (f.tty == t || f.queue != nil && f.queue.wants(p, t, seen)) {
			return true
		}
	}
	return false
}

// input is the terminal's input arriving: it activates notes and wakes sleepers.
func (q *Queue) input(p *Process, t *TTY) {
	for _, n := range q.notes {
		f := p.files[int(int32(n.Ident))]
		if n.Filter != FilterRead || f == nil {
			continue
		}
		if f.tty == t || f.queue != nil && f.queue.wants(p, t, map[*Queue]bool{}) {
			n.Status |= NoteActive
			if n.Status&NoteDisabled == 0 {
				n.Status |= NoteQueued
				q.asleep = false
			}
		}
	}
}

// settle is what a call on the queue does before it sleeps: it drops what is
// not true any more. It tells whether an event is there.
func (q *Queue) settle(p *Process, seen map[*Queue]bool) bool {
	if seen[q] {
		return false
	}
	seen[q] = true
	event := false
	for _, n := range q.notes {
		f := p.files[int(int32(n.Ident))]
		if n.Filter != FilterRead || f == nil || n.Status&NoteDisabled != 0 {
			continue
		}
		there := f.ready || f.tty != nil && f.tty.queued > 0 || f.queue != nil && f.queue.settle(p, seen)
		n.Status &^= NoteActive | NoteQueued
		if there {
			n.Status |= NoteActive | NoteQueued
			event = true
		}
	}
	return event
}
