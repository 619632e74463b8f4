package fakekernel

// TTY is a terminal device.
type TTY struct {
	machine    *Machine
	device     uint32
	foreground int32
	queued     int
}

// TTY makes /dev/ttysN.
func (m *Machine) TTY(n int) *TTY {
	return &TTY{machine: m, device: 16<<24 | uint32(n)}
}

// Device is the number of the device.
func (t *TTY) Device() uint32 { return t.device }

// SetForeground makes a process group the foreground job.
func (t *TTY) SetForeground(group int) {
	t.machine.mu.Lock()
	defer t.machine.mu.Unlock()
	t.foreground = int32(group)
}

// Queued is how much input is there to read.
func (t *TTY) Queued() int {
	t.machine.mu.Lock()
	defer t.machine.mu.Unlock()
	return t.queued
}

// Type adds input and wakes whoever waits for it.
func (t *TTY) Type(n int) {
	t.machine.mu.Lock()
	defer t.machine.mu.Unlock()
	t.queued += n
	for _, p := range t.machine.processes {
		for _, q := range p.queues() {
			q.input(p, t)
		}
		for _, th := range p.threads {
			if th.asleep && th.call.wants(t) {
				th.asleep = false
			}
		}
	}
}

// QueueQuietly adds input that wakes nobody, as between the arrival of input
// and the wake-up.
func (t *TTY) QueueQuietly(n int) {
	t.machine.mu.Lock()
	defer t.machine.mu.Unlock()
	t.queued += n
}
