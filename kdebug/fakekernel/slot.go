package fakekernel

import (
	"syscall"

	"github.com/rt-helper/rt-helper/kdebug"
)

// slot is the kernel's one trace slot: who may control the trace.
type slot struct {
	state        uint32
	owner        uint64 // unique id of the process, 0 for none
	ownerPID     int
	background   uint64
	bgPID        int
	configuredBy string
	active       bool // the trace is in use by the owner
	kernel       bool // boot arguments started it
	notified     int  // times the background tool was told that the slot is free
}

// configure is what every operation that is no mere look asks for: it is
// allowed to the owner, and makes the caller the owner if there is none.
func (m *Machine) configure(p *Process) error {
	s := &m.slot
	if s.owner == p.unique {
		s.active = true
		return nil
	}
	if p.unique == s.background && s.state == kdebug.SlotForeground {
		return syscall.EBUSY
	}
	m.weedOwner()
	if s.owner != 0 && s.state != kdebug.SlotBackground {
		return syscall.EBUSY
	}
	if p.euid != 0 {
		return syscall.EPERM
	}
	m.setOwner(p)
	s.active = true
	return nil
}

// weedOwner forgets an owner that is dead or whose pid is another process now.
func (m *Machine) weedOwner() {
	s := &m.slot
	if s.owner == 0 {
		return
	}
	if p := m.processes[int32(s.ownerPID)]; p == nil || p.unique != s.owner {
		s.owner, s.ownerPID = 0, 0
	}
}

func (m *Machine) setOwner(p *Process) {
	s := &m.slot
	if s.state != kdebug.SlotForeground {
		if p.unique == s.background {
			s.state = kdebug.SlotBackground
		} else {
			if s.state == kdebug.SlotBackground {
				m.reset()
			}
			s.state = kdebug.SlotForeground
		}
	}
	s.kernel = false
	s.owner, s.ownerPID, s.configuredBy = p.unique, int(p.pid), p.name
}

// reset forgets all of the trace.
func (m *Machine) reset() {
	m.trace = trace{noLog: true}
	m.slot.active = false
}

// remove is KDREMOVE by whoever configure made the owner.
func (m *Machine) remove() {
	s := &m.slot
	if !s.active {
		return
	}
	m.reset()
	if s.state == kdebug.SlotForeground {
		s.notified++
	}
	s.owner, s.ownerPID, s.state = 0, 0, kdebug.SlotOff
}

// Slot is the state of the trace slot.
func (m *Machine) Slot() kdebug.Slot {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.slot
	return kdebug.Slot{State: s.state, OwningPID: s.ownerPID, ConfiguredBy: s.configuredBy, BackgroundPID: s.bgPID}
}

// Notified is how often the background tool was told that it may come back.
func (m *Machine) Notified() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.slot.notified
}

// BootTrace makes the kernel itself the owner, as the boot argument trace= does.
func (m *Machine) BootTrace() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.slot.state, m.slot.kernel, m.slot.active = kdebug.SlotForeground, true, true
	m.slot.owner, m.slot.ownerPID, m.slot.configuredBy = 0, 0, "kernel_task"
}
