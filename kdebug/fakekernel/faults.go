package fakekernel

// Faults that a test can cause. Each is one that the kernel has.

// HalfWritten makes the next record of a processor stay half written for some
// reads.
func (m *Machine) HalfWritten(cpu, reads int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.trace.halfNext == nil {
		m.trace.halfNext = map[int]int{}
	}
	m.trace.halfNext[cpu] = reads
}

// SwitchOff ends recording as a full buffer without a victim does.
func (m *Machine) SwitchOff() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.trace.enabled = false
	m.trace.noLog = m.config.Generation >= 13
}

// Reset throws the buffers away without changing the owner.
func (m *Machine) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.trace = trace{noLog: true}
}

// Silence keeps records out though the trace looks on.
func (m *Machine) Silence(on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.trace.silent = on
}

// Inject records an event as it stands.
func (m *Machine) Inject(cpu int, debugID uint32, thread uint64, args ...uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.emit(cpu, debugID, thread, args...)
}

// Lose emits a record of loss, as a read that misses records returns it.
func (m *Machine) Lose(argument uint64) { m.Inject(0, eventLost, 0, argument) }

// Flood makes a thread of no interest emit n pairs of records on a processor.
func (m *Machine) Flood(cpu, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for range n {
		m.emit(cpu, classSyscall<<16|20<<2|1, 99)
		m.emit(cpu, classSyscall<<16|20<<2|2, 99, 0, 0, 0, 1)
	}
}

// Recording tells whether the trace records.
func (m *Machine) Recording() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.trace.enabled && !m.trace.silent
}

// Freeze gives all records equal times until it is called with false.
func (m *Machine) Freeze(on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.frozen = on
}
