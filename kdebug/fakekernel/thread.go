package fakekernel

// Thread is a thread of a process.
type Thread struct {
	process *Process
	id      uint64
	cpu     int
	inCall  uint32
	call    Call
	inside  bool // in a system call
	asleep  bool
	deep    bool // in a sleep that no signal ends
	gone    bool
}

// ID is the kernel's thread id.
func (t *Thread) ID() uint64 { return t.id }

// Call is a system call with what it really waits for, which is not in its
// arguments for select and poll.
type Call struct {
	Number  uint32
	Args    []uint64
	files   []*File
	queue   *Queue
	owner   *Process
	instant bool // it returns at once whatever it waits for
}

// wants tells whether input of the terminal ends the call.
func (c Call) wants(t *TTY) bool {
	for _, f := range c.files {
		if f.tty == t {
			return true
		}
	}
	return c.queue != nil && c.queue.wants(c.owner, t, map[*Queue]bool{})
}

func (c Call) ready() bool {
	if c.instant {
		return true
	}
	for _, f := range c.files {
		if f.ready || f.tty != nil && f.tty.queued > 0 {
			return true
		}
	}
	return c.queue != nil && c.queue.settle(c.owner, map[*Queue]bool{})
}

// Start enters a system call; the thread still runs, in the kernel.
func (t *Thread) Start(c Call) {
	t.process.machine.mu.Lock()
	defer t.process.machine.mu.Unlock()
	t.start(c)
}

func (t *Thread) start(c Call) {
	t.process.machine.emit(t.cpu, classSyscall<<16|c.Number<<2|1, t.id, c.Args...)
	t.call, t.inside, t.inCall, t.asleep, t.deep = c, true, c.Number, false, false
}

// Block puts the thread to sleep in its call unless what it waits for is there.
func (t *Thread) Block() {
	t.process.machine.mu.Lock()
	defer t.process.machine.mu.Unlock()
	if t.inside && !t.call.ready() {
		t.asleep = true
		if t.call.queue != nil {
			t.call.queue.asleep = true
		}
	}
}

// BlockDeep puts it into a sleep that no signal ends.
func (t *Thread) BlockDeep() {
	t.process.machine.mu.Lock()
	defer t.process.machine.mu.Unlock()
	t.asleep, t.deep = true, true
}

// Call is Start and Block.
func (t *Thread) Call(c Call) {
	t.Start(c)
	t.Block()
}

// Wake ends the sleep, as a time-out or a signal does; the call goes on.
func (t *Thread) Wake() {
	t.process.machine.mu.Lock()
	defer t.process.machine.mu.Unlock()
	t.asleep, t.deep = false, false
}

// End leaves the call with an error number, 0 for success. A read takes the
// input that is there.
func (t *Thread) End(errno int) {
	t.process.machine.mu.Lock()
	defer t.process.machine.mu.Unlock()
	t.end(errno)
}

func (t *Thread) end(errno int) {
	if !t.inside {
		return
	}
	if errno == 0 && (t.inCall == 3 || t.inCall == 396) {
		for _, f := range t.call.files {
			if f.tty != nil {
				f.tty.queued = 0
			}
		}
	}
	t.inside, t.asleep, t.deep, t.call = false, false, false, Call{}
	t.process.machine.emit(t.cpu, classSyscall<<16|t.inCall<<2|2, t.id, uint64(int64(errno)), 0, 0, uint64(t.process.pid))
}

// Exit ends the thread.
func (t *Thread) Exit() {
	m := t.process.machine
	m.mu.Lock()
	defer m.mu.Unlock()
	t.start(Call{Number: 361})
	for i, other := range t.process.threads {
		if other == t {
			t.process.threads = append(t.process.threads[:i:i], t.process.threads[i+1:]...)
		}
	}
	t.gone = true
	m.reap(t)
}

// Move puts the thread on another processor.
func (t *Thread) Move(cpu int) {
	t.process.machine.mu.Lock()
	defer t.process.machine.mu.Unlock()
	t.cpu = cpu
}

// Waits is the truth: the thread sleeps in a call that input of the terminal
// ends, and its process is not stopped.
func (t *Thread) Waits(tty *TTY) bool {
	t.process.machine.mu.Lock()
	defer t.process.machine.mu.Unlock()
	return t.asleep && !t.process.stopped && !t.process.zombie && !t.gone && t.call.wants(tty)
}

// Asleep tells whether the thread sleeps, and Inside whether it is in a call.
func (t *Thread) Asleep() bool { return t.is(func() bool { return t.asleep }) }

// Inside tells whether the thread is in a system call.
func (t *Thread) Inside() bool { return t.is(func() bool { return t.inside }) }

func (t *Thread) is(f func() bool) bool {
	t.process.machine.mu.Lock()
	defer t.process.machine.mu.Unlock()
	return f()
}
