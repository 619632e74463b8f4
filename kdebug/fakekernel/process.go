package fakekernel

// Spec describes a new process.
type Spec struct {
	PID, Parent, Group, Session int // Group and Session: 0 means PID
	Name                        string
	EUID, RUID                  uint32
	TTY                         *TTY // controlling terminal
}

// Process is a process of the machine. It has no thread until NewThread.
type Process struct {
	machine                     *Machine
	pid, parent, group, session int32
	name                        string
	euid, ruid                  uint32
	tty                         *TTY
	unique                      uint64
	stopped, zombie             bool
	files                       map[int]*File
	threads                     []*Thread
	work                        *Queue
	loops                       map[uint64]*Queue
	hidden                      bool // the kernel refuses looks at it
}

// Process makes a process.
func (m *Machine) Process(s Spec) *Process {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.process(s)
}

func (m *Machine) process(s Spec) *Process {
	p := &Process{
		machine: m, pid: int32(s.PID), parent: int32(s.Parent), group: int32(s.Group), session: int32(s.Session),
		name: s.Name, euid: s.EUID, ruid: s.RUID, tty: s.TTY, unique: m.next(),
		files: map[int]*File{}, loops: map[uint64]*Queue{},
	}
	if p.group == 0 {
		p.group = p.pid
	}
	if p.session == 0 {
		p.session = p.pid
	}
	m.processes[p.pid] = p
	return p
}

// PID is the process's id.
func (p *Process) PID() int { return int(p.pid) }

// Threads returns the live threads.
func (p *Process) Threads() []*Thread {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	return append([]*Thread(nil), p.threads...)
}

// NewThread adds a thread. by is the thread that makes it, nil for none that
// the trace sees.
func (p *Process) NewThread(by ...*Thread) *Thread {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	return p.newThread(0, by...)
}

func (p *Process) newThread(exec uint64, by ...*Thread) *Thread {
	m := p.machine
	t := &Thread{process: p, id: m.next()}
	t.cpu = int(t.id) % m.config.CPUs
	p.threads = append(p.threads, t)
	for _, creator := range by {
		m.emit(creator.cpu, eventNewThread, creator.id, t.id, uint64(p.pid), exec, p.unique)
	}
	return t
}

// Fork makes a child with the same files. Its thread is made by the given one.
func (p *Process) Fork(by *Thread, pid int, name string) (*Process, *Thread) {
	m := p.machine
	m.mu.Lock()
	defer m.mu.Unlock()
	child := m.process(Spec{PID: pid, Parent: int(p.pid), Group: int(p.group), Session: int(p.session),
		Name: name, EUID: p.euid, RUID: p.ruid, TTY: p.tty})
	for fd, f := range p.files {
		if f.queue == nil { // kqueues are not inherited
			child.files[fd] = f
		}
	}
	return child, child.newThread(0, by)
}

// Exec replaces the program: the process keeps its id and gets a new thread.
func (p *Process) Exec(by *Thread, name string) *Thread {
	m := p.machine
	m.mu.Lock()
	defer m.mu.Unlock()
	by.start(Call{Number: 59})
	p.threads = nil
	p.name = name
	t := p.newThread(1, by)
	m.emit(t.cpu, eventExec, t.id, uint64(p.pid))
	by.end(0)
	m.reap(by)
	return t
}

// reap emits the end of a thread, from the kernel thread that cleans up.
func (m *Machine) reap(t *Thread) { m.emit(0, eventGone, 479, t.id) }

// Exit ends the process: it is a zombie until Wait.
func (p *Process) Exit() {
	m := p.machine
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, t := range p.threads {
		t.start(Call{Number: 1})
		m.reap(t)
	}
	p.threads, p.files, p.zombie = nil, nil, true
	p.unique = 0
}

// Wait makes a zombie go away; its id is free then.
func (p *Process) Wait() {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	delete(p.machine.processes, p.pid)
}

// Stop stops the process, as SIGSTOP does.
func (p *Process) Stop(on bool) {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	p.stopped = on
}

// Hide makes the kernel refuse looks at the process.
func (p *Process) Hide() {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	p.hidden = true
}

// SetGroup moves the process to another process group.
func (p *Process) SetGroup(group int) {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	p.group = int32(group)
}

// SetRUID changes the real uid, as su does for its shell.
func (p *Process) SetRUID(ruid uint32) {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	p.ruid = ruid
}
