package fakekernel

// Tool is another program that traces: Instruments, fs_usage, tailspind.
type Tool struct {
	machine *Machine
	process *Process
}

// Tool makes a process of uid 0 that can trace.
func (m *Machine) Tool(pid int, name string) *Tool {
	p := m.Process(Spec{PID: pid, Name: name})
	return &Tool{machine: m, process: p}
}

// Begin sets the trace up and starts it.
func (t *Tool) Begin() error {
	t.machine.mu.Lock()
	defer t.machine.mu.Unlock()
	if err := t.machine.configure(t.process); err != nil {
		return err
	}
	t.machine.setup()
	t.machine.enable()
	return nil
}

// End removes its trace.
func (t *Tool) End() error {
	t.machine.mu.Lock()
	defer t.machine.mu.Unlock()
	if err := t.machine.configure(t.process); err != nil {
		return err
	}
	t.machine.remove()
	return nil
}

// Register makes the tool the background tool.
func (t *Tool) Register() {
	t.machine.mu.Lock()
	defer t.machine.mu.Unlock()
	t.machine.slot.background, t.machine.slot.bgPID = t.process.unique, int(t.process.pid)
}

// Steal takes the slot from its owner, as a tool can that sets the blessed pid.
// The trace itself goes on.
func (t *Tool) Steal() {
	t.machine.mu.Lock()
	defer t.machine.mu.Unlock()
	t.machine.setOwner(t.process)
}

// Die ends the process; what it traced goes on.
func (t *Tool) Die() { t.process.Exit() }

// Tracing tells whether the trace is on and the tool's own.
func (t *Tool) Tracing() bool {
	t.machine.mu.Lock()
	defer t.machine.mu.Unlock()
	return t.machine.slot.owner == t.process.unique && t.machine.trace.enabled
}
