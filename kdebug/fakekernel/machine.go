package fakekernel

import "sync"

// Config shapes a Machine. The zero value is a small one of generation 14.
type Config struct {
	Generation int  // major version of macOS, 11 to 15
	CPUs       int  // 0 means 4
	Units      int  // storage units of the trace; 0 means 64
	UnitSize   int  // records in a unit; 0 means 32 (the kernel has 2,048)
	Slow       bool // KDSETUP and KDREMOVE take 100 ms, as they do
}

// Machine is one computer. Its methods, and those of all that belongs to it,
// may be called from any goroutine.
type Machine struct {
	mu     sync.Mutex
	config Config
	now    uint64
	frozen bool
	serial uint64 // thread ids, unique process ids, handles

	processes map[int32]*Process
	slot      slot
	trace     trace

	onCall func(call string)
	onRead func()
}

// New makes a machine that has no processes.
func New(c Config) *Machine {
	if c.Generation == 0 {
		c.Generation = 14
	}
	if c.CPUs == 0 {
		c.CPUs = 4
	}
	if c.Units == 0 {
		c.Units = 64
	}
	if c.UnitSize == 0 {
		c.UnitSize = 32
	}
	return &Machine{config: c, now: 1000, serial: 100, processes: map[int32]*Process{}}
}

// Now is the machine's clock.
func (m *Machine) Now() uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

func (m *Machine) tick() uint64 {
	if !m.frozen {
		m.now++
	}
	return m.now
}

func (m *Machine) next() uint64 {
	m.serial++
	return m.serial
}

// OnCall runs f before each call of a Kernel, outside the machine's lock: the
// place for something to happen during a look. f gets the name of the call.
func (m *Machine) OnCall(f func(call string)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.onCall = f
}

// OnRead runs f once in the middle of the next read of the trace.
func (m *Machine) OnRead(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.onRead = f
}

func (m *Machine) hook(call string) {
	m.mu.Lock()
	f := m.onCall
	m.mu.Unlock()
	if f != nil {
		f(call)
	}
}
