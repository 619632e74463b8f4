package fakekernel

import (
	"encoding/binary"
	"syscall"
	"time"
	"unsafe"

	"github.com/rt-helper/rt-helper/kdebug"
)

// Kernel is the machine as one of its processes sees it. It implements
// kdebug.Kernel.
type Kernel struct {
	machine *Machine
	process *Process
	thread  *Thread
}

var _ kdebug.Kernel = (*Kernel)(nil)

// Kernel makes a process with the given effective uid and returns its view.
func (m *Machine) Kernel(pid int, name string, euid uint32) *Kernel {
	p := m.Process(Spec{PID: pid, Name: name, EUID: euid, RUID: euid})
	return &Kernel{machine: m, process: p, thread: p.NewThread()}
}

// PID is the process's id.
func (k *Kernel) PID() int { return int(k.process.pid) }

// Exit ends the process, as a crash does.
func (k *Kernel) Exit() { k.process.Exit() }

// Slot reads the state of the trace slot.
func (k *Kernel) Slot() (kdebug.Slot, error) {
	k.machine.hook("slot")
	return k.machine.Slot(), nil
}

// Numbers of the system calls through which the machine is looked at.
const (
	sysSysctl       = 202
	sysProcInfo     = 336
	sysThreadSelfID = 372
)

// Sysctl is sysctl(2) on CTL_KERN, KERN_KDEBUG.
func (k *Kernel) Sysctl(mib []int32, old []byte, length uint64) (uint64, kdebug.Mark, error) {
	m := k.machine
	if len(mib) < 3 || mib[0] != 1 || mib[1] != 24 {
		return 0, kdebug.Mark{}, syscall.ENOENT
	}
	m.hook(opName(mib[2]))
	address := uint64(uintptr(unsafe.Pointer(&mib[0])))
	m.mu.Lock()
	k.start(sysThreadSelfID)
	k.end(nil)
	k.start(sysSysctl, address, uint64(len(mib)))
	got, pause, err := m.operate(k.process, mib, old, length)
	m.mu.Unlock()
	time.Sleep(pause)
	m.mu.Lock()
	defer m.mu.Unlock()
	k.end(err)
	return got, kdebug.Mark{Thread: k.thread.id, Address: address}, err
}

func (k *Kernel) start(number uint32, args ...uint64) {
	k.machine.emit(k.thread.cpu, classSyscall<<16|number<<2|1, k.thread.id, args...)
	k.thread.inCall = number
}

func (k *Kernel) end(err error) {
	errno, _ := err.(syscall.Errno)
	k.machine.emit(k.thread.cpu, classSyscall<<16|k.thread.inCall<<2|2, k.thread.id, uint64(errno), 0, 0, uint64(k.process.pid))
}

// Operations of KERN_KDEBUG.
const (
	opFlags      = 1
	opEnable     = 3
	opSetBuffers = 4
	opBufInfo    = 5
	opSetup      = 6
	opRemove     = 7
	opRead       = 10
	opTypefilter = 22
	opWait       = 23
)

func opName(op int32) string {
	names := map[int32]string{
		opFlags: "KDEFLAGS", opEnable: "KDENABLE", opSetBuffers: "KDSETBUF", opBufInfo: "KDGETBUF", opSetup: "KDSETUP",
		opRemove: "KDREMOVE", opRead: "KDREADTR", opTypefilter: "KDSET_TYPEFILTER", opWait: "KDBUFWAIT",
	}
	return names[op]
}

// operate does what the kernel does for one operation, and says how long it
// sleeps in it.
func (m *Machine) operate(p *Process, mib []int32, old []byte, length uint64) (uint64, time.Duration, error) {
	op := mib[2]
	if op == opBufInfo {
		return m.bufInfo(p, old, length)
	}
	if (op == opFlags || op == opEnable || op == opSetBuffers) && len(mib) < 4 {
		return 0, 0, syscall.EINVAL
	}
	if err := m.configure(p); err != nil {
		return 0, 0, err
	}
	switch op {
	case opFlags:
		m.trace.flags |= uint32(mib[3]) & m.userFlags()
	case opSetBuffers:
		m.trace.wanted = int(mib[3])
	case opSetup:
		m.setup()
		return 0, m.pause(), nil
	case opRemove:
		m.remove()
		return 0, m.pause(), nil
	case opTypefilter:
		return 0, 0, m.setFilter(old, length)
	case opEnable:
		return 0, 0, m.setEnabled(mib[3] != 0)
	case opRead:
		n, err := m.read(old[:min(uint64(len(old)), length)])
		return uint64(n), 0, err
	case opWait:
		return m.wait(length)
	default:
		return 0, 0, syscall.ENOTSUP
	}
	return 0, 0, nil
}

// userFlags are those that KDEFLAGS accepts; macOS 11 knows no 0x400.
func (m *Machine) userFlags() uint32 {
	if m.config.Generation < 12 {
		return 0x7
	}
	return 0x2 | 0x200 | 0x400 | 0x800
}

func (m *Machine) pause() time.Duration {
	if m.config.Slow {
		return 100 * time.Millisecond
	}
	return 0
}

func (m *Machine) setup() {
	t := &m.trace
	*t = trace{wanted: t.wanted, filter: t.filter, flags: t.flags, ready: true, noLog: true,
		cpus: make([]processor, m.config.CPUs), free: m.config.Units, oldest: m.now}
}

func (m *Machine) setFilter(old []byte, length uint64) error {
	if length != 8192 || len(old) != 8192 {
		return syscall.EINVAL
	}
	m.trace.filter = append([]byte(nil), old...)
	return nil
}

func (m *Machine) setEnabled(on bool) error {
	switch {
	case !on:
		m.trace.enabled, m.trace.noLog = false, true
	case !m.trace.ready:
		return syscall.EINVAL
	default:
		m.enable()
	}
	return nil
}

// enable keeps what the buffers hold. The kernel marks it as too old to be
// returned, but not in every version for certain.
func (m *Machine) enable() { m.trace.enabled, m.trace.noLog = true, false }

// wait is KDBUFWAIT: the kernel sleeps without its lock until the buffers are
// half full. The model only sleeps.
func (m *Machine) wait(length uint64) (uint64, time.Duration, error) {
	if !m.trace.ready {
		return 0, 0, syscall.EINVAL
	}
	if 2*m.trace.free <= m.config.Units {
		return 1, 0, nil
	}
	return 0, time.Duration(length) * time.Millisecond, nil
}

func (m *Machine) bufInfo(p *Process, old []byte, length uint64) (uint64, time.Duration, error) {
	if p.euid != 0 {
		return 0, 0, syscall.EPERM
	}
	if length < 20 || len(old) < 20 {
		return 0, 0, syscall.EINVAL
	}
	m.weedOwner()
	t := &m.trace
	flags := t.flags
	if t.wrapped {
		flags |= 0x8
	}
	if t.ready {
		flags |= 0x80000000
	}
	noLog, owner := uint32(0), int32(-1)
	if t.noLog {
		noLog = 1
	}
	if m.slot.owner != 0 {
		owner = int32(m.slot.ownerPID)
	}
	binary.LittleEndian.PutUint32(old[0:], uint32(m.config.Units*m.config.UnitSize))
	binary.LittleEndian.PutUint32(old[4:], noLog)
	binary.LittleEndian.PutUint32(old[8:], flags)
	binary.LittleEndian.PutUint32(old[12:], 0)
	binary.LittleEndian.PutUint32(old[16:], uint32(owner))
	return length, 0, nil
}
