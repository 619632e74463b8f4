package kdebug_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

// world plays a random schedule on a bench and keeps the truth about it.
type world struct {
	*bench
	mu        sync.Mutex // the hook also runs in the drain's goroutine
	rng       *rand.Rand
	lossy     bool
	processes []*fakekernel.Process
	spoke     map[uint64]bool // thread ids that the trace has seen since it began
	heard     map[uint64]bool // those that spoke before the window
	notes     map[*fakekernel.Process][]*fakekernel.Note
	pid       int

	ever, never map[uint64]bool // in the window: waited at some instant, did not wait at some instant
	first       bool            // no sample was taken yet
	idle        bool            // in the window: at some instant nobody of the job waited
}

func newWorld(b *bench, rng *rand.Rand, lossy bool) *world {
	w := &world{bench: b, rng: rng, lossy: lossy, spoke: map[uint64]bool{}, notes: map[*fakekernel.Process][]*fakekernel.Note{}, pid: 1000}
	w.furnish(b.job)
	w.processes = []*fakekernel.Process{b.job}
	return w
}

func (w *world) chance(n int) bool { return w.rng.IntN(n) == 0 }

// furnish gives a process descriptors: the terminal, perhaps others, kqueues.
func (w *world) furnish(p *fakekernel.Process) {
	p.Open(0, w.tty.Slave())
	if w.chance(3) {
		p.Open(1, w.tty.Control())
	}
	if w.chance(3) {
		r, _ := w.m.Pipe()
		p.Open(2, r)
	}
	if w.chance(3) {
		p.Open(3, w.m.Socket())
	}
	p.Open(4, fakekernel.Null())
	p.Open(5, fakekernel.Regular())
	p.Queue(6, w.note(p, 0), w.note(p, 2), &fakekernel.Note{Ident: 7, Filter: fakekernel.FilterTimer})
	if w.chance(2) {
		p.Queue(7, w.note(p, 6), w.note(p, 3))
	}
}

func (w *world) note(p *fakekernel.Process, fd uint64) *fakekernel.Note {
	n := &fakekernel.Note{Ident: fd, Filter: fakekernel.FilterRead, Flags: uint16(w.rng.IntN(16))}
	if w.chance(3) {
		n.Status = fakekernel.NoteDisabled
	}
	w.notes[p] = append(w.notes[p], n)
	return n
}

// step does one random thing.
func (w *world) step() {
	p := w.processes[w.rng.IntN(len(w.processes))]
	threads := p.Threads()
	if len(threads) == 0 {
		return
	}
	th := threads[w.rng.IntN(len(threads))]
	switch n := w.rng.IntN(40); {
	case n < 28:
		w.move(p, th)
	case n < 31:
		w.tty.Type(1)
	case n < 32:
		w.spoke[p.NewThread(th).ID()] = true
	case n < 33:
		w.retire(p, th)
	case n < 34:
		w.fork(p, th)
	case n < 35:
		p.Stop(w.chance(2))
	case n < 36:
		th.Move(w.rng.IntN(4))
	case n < 37:
		p.Enable(w.notes[p][w.rng.IntN(len(w.notes[p]))], w.chance(2))
	case n < 38:
		w.replace(p)
	case n < 39:
		w.m.HalfWritten(w.rng.IntN(4), 1+w.rng.IntN(3))
	default:
		w.fault()
	}
}

// move takes a thread one step on its way through a system call.
func (w *world) move(p *fakekernel.Process, th *fakekernel.Thread) {
	switch {
	case !th.Inside():
		th.Start(w.call(p))
		w.spoke[th.ID()] = true
	case th.Asleep() && w.chance(3):
		th.Wake()
	case th.Asleep():
	case w.chance(3):
		th.End([]int{0, 4, -1}[w.rng.IntN(3)])
		w.spoke[th.ID()] = true
	default:
		th.Block()
	}
}

func (w *world) call(p *fakekernel.Process) fakekernel.Call {
	fd := w.rng.IntN(4)
	switch w.rng.IntN(9) {
	case 0, 1:
		return p.Read(0)
	case 2:
		return p.ReadNocancel(fd)
	case 3:
		return p.Select(fd+1+w.rng.IntN(4), []int{fd})
	case 4:
		return p.Select(fd, nil)
	case 5:
		return p.Poll([]int{fd}, -1)
	case 6:
		return p.Kevent(6 + w.rng.IntN(2))
	case 7:
		return p.Kevent(6)
	}
	return fakekernel.Other([]uint32{4, 20, 29, 305, 368}[w.rng.IntN(5)], 0, 0, 0, 1)
}

func (w *world) fork(p *fakekernel.Process, th *fakekernel.Thread) {
	if len(w.processes) > 3 {
		return
	}
	w.pid++
	child, first := p.Fork(th, w.pid, "child")
	child.Queue(6, w.note(child, 0))
	w.spoke[first.ID()] = true
	w.processes = append(w.processes, child)
}

// retire ends a thread, its process, or its program.
func (w *world) retire(p *fakekernel.Process, th *fakekernel.Thread) {
	switch {
	case w.chance(3) && !th.Inside():
		w.spoke[p.Exec(th, "new").ID()] = true
	case len(p.Threads()) > 1:
		th.Exit()
	case p != w.job:
		p.Exit()
		w.processes = slices.DeleteFunc(w.processes, func(o *fakekernel.Process) bool { return o == p })
	}
}

// replace puts another file at descriptor 0 or 2 of a process none of whose
// threads is in a call: the kernel lets no one replace what a call uses.
func (w *world) replace(p *fakekernel.Process) {
	for _, th := range p.Threads() {
		if th.Inside() {
			return
		}
	}
	r, _ := w.m.Pipe()
	p.Open(w.rng.IntN(2)*2, []*fakekernel.File{r, w.tty.Slave(), fakekernel.Null()}[w.rng.IntN(3)])
}

// fault is one of the things that lose records.
func (w *world) fault() {
	if !w.lossy {
		return
	}
	switch w.rng.IntN(6) {
	case 0:
		w.m.Flood(w.rng.IntN(4), 200+w.rng.IntN(2000))
	case 1:
		cpu := w.rng.IntN(4)
		w.m.OnRead(func() { w.m.Flood(cpu, 1500) })
	case 2:
		w.m.SwitchOff()
	case 3:
		w.m.Reset()
	case 4:
		w.m.Lose(uint64(w.rng.IntN(2)))
	case 5:
		w.steal()
	}
}

func (w *world) steal() {
	w.pid++
	tool := w.m.Tool(w.pid, "thief")
	tool.Steal()
	if w.chance(2) {
		_ = tool.End()
	}
	tool.Die()
}

// open begins the window of a look.
func (w *world) open() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ever, w.never, w.idle = map[uint64]bool{}, map[uint64]bool{}, false
	w.first = true
	w.heard = maps.Clone(w.spoke)
	w.sample()
}

// sample notes the truth of this instant. A thread that is not there does not
// wait.
func (w *world) sample() {
	waiting := map[uint64]bool{}
	for _, p := range w.processes {
		for _, th := range p.Threads() {
			if th.Waits(w.tty) {
				waiting[th.ID()] = true
			}
		}
	}
	for id := range waiting {
		if !w.first && !w.ever[id] {
			w.never[id] = true
		}
		w.ever[id] = true
	}
	for id := range w.ever {
		if !waiting[id] {
			w.never[id] = true
		}
	}
	w.first = false
	w.idle = w.idle || len(waiting) == 0
}
