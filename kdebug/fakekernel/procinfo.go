package fakekernel

import (
	"encoding/binary"
	"slices"
	"syscall"
)

// ProcInfo is proc_info(2).
func (k *Kernel) ProcInfo(call, pid, flavor int32, arg uint64, buf []byte) (int, error) {
	m := k.machine
	m.hook("proc_info")
	m.mu.Lock()
	defer m.mu.Unlock()
	k.start(sysProcInfo, uint64(call), uint64(pid), uint64(flavor), arg)
	n, err := m.procInfo(k.process, call, pid, flavor, arg, buf)
	k.end(err)
	return n, err
}

func (m *Machine) procInfo(caller *Process, call, pid, flavor int32, arg uint64, buf []byte) (int, error) {
	if call == 1 {
		return m.listPIDs(pid, uint32(flavor), buf)
	}
	p := m.processes[pid]
	if p == nil || p.zombie {
		return 0, syscall.ESRCH
	}
	open := call == 2 && flavor == 13
	if !open && (p.hidden || caller.euid != 0 && caller.euid != p.euid) {
		return 0, syscall.EPERM
	}
	switch call {
	case 2:
		return p.pidInfo(flavor, arg, buf)
	case 3:
		return p.fdInfo(flavor, int(int32(arg)), buf)
	case 13:
		if q := p.loops[arg]; q != nil && flavor == 1 {
			return q.notesInfo(buf)
		}
		return 0, syscall.ESRCH
	}
	return 0, syscall.EINVAL
}

// listPIDs lists by terminal, newest first, and cuts what does not fit.
func (m *Machine) listPIDs(kind int32, info uint32, buf []byte) (int, error) {
	if kind != 3 {
		return 0, syscall.EINVAL
	}
	var pids []int32
	for pid, p := range m.processes {
		if p.tty != nil && p.tty.device == info {
			pids = append(pids, pid)
		}
	}
	slices.Sort(pids)
	slices.Reverse(pids)
	n := 0
	for _, pid := range pids {
		if n+4 > len(buf) {
			break
		}
		binary.LittleEndian.PutUint32(buf[n:], uint32(pid))
		n += 4
	}
	return n, nil
}

func (p *Process) pidInfo(flavor int32, arg uint64, buf []byte) (int, error) {
	switch flavor {
	case 1:
		return p.listFDs(buf), nil
	case 3:
		return p.bsdInfo(buf)
	case 13:
		return p.shortInfo(buf)
	case 15:
		return p.threadInfo(arg, buf)
	case 27:
		return p.listLoops(buf), nil
	case 28:
		return p.listThreads(buf), nil
	}
	return 0, syscall.EINVAL
}

func (p *Process) listFDs(buf []byte) int {
	fds := make([]int, 0, len(p.files))
	for fd := range p.files {
		fds = append(fds, fd)
	}
	slices.Sort(fds)
	n := 0
	for _, fd := range fds {
		if n+8 > len(buf) {
			break
		}
		binary.LittleEndian.PutUint32(buf[n:], uint32(fd))
		binary.LittleEndian.PutUint32(buf[n+4:], p.files[fd].kind)
		n += 8
	}
	return n
}

func (p *Process) listThreads(buf []byte) int {
	n := 0
	for _, t := range p.threads {
		if n+8 > len(buf) {
			break
		}
		binary.LittleEndian.PutUint64(buf[n:], t.id)
		n += 8
	}
	return n
}

// listLoops returns how many there are, whatever fits.
func (p *Process) listLoops(buf []byte) int {
	n := 0
	for id := range p.loops {
		if (n+1)*8 <= len(buf) {
			binary.LittleEndian.PutUint64(buf[n*8:], id)
		}
		n++
	}
	return n
}

func (p *Process) threadInfo(id uint64, buf []byte) (int, error) {
	if len(buf) < 112 {
		return 0, syscall.ENOMEM
	}
	for _, t := range p.threads {
		if t.id == id {
			clear(buf[:112])
			binary.LittleEndian.PutUint32(buf[24:], t.runState())
			return 112, nil
		}
	}
	return 0, syscall.ESRCH
}

func (t *Thread) runState() uint32 {
	switch {
	case t.process.stopped:
		return 2
	case t.deep:
		return 4
	case t.asleep:
		return 3
	}
	return 1
}
