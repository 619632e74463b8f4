package fakekernel

import (
	"encoding/binary"
	"syscall"
)

func (p *Process) status() uint32 {
	if p.stopped {
		return 4
	}
	return 2
}

func (p *Process) flags() uint32 {
	flags := uint32(0x10)
	if p.session == p.pid {
		flags |= 0x20
	}
	if p.tty != nil {
		flags |= 0x40 | 0x80
	}
	return flags
}

func (p *Process) bsdInfo(buf []byte) (int, error) {
	if len(buf) < 136 {
		return 0, syscall.ENOMEM
	}
	clear(buf[:136])
	put := func(offset int, v uint32) { binary.LittleEndian.PutUint32(buf[offset:], v) }
	put(0, p.flags())
	put(4, p.status())
	put(12, uint32(p.pid))
	put(16, uint32(p.parent))
	put(20, p.euid)
	put(28, p.ruid)
	copy(buf[48:64], p.name)
	put(96, uint32(len(p.files)))
	put(100, uint32(p.group))
	put(108, 0xffffffff)
	if p.tty != nil {
		put(108, p.tty.device)
		put(112, uint32(p.tty.foreground))
	}
	binary.LittleEndian.PutUint64(buf[120:], p.unique)
	return 136, nil
}

func (p *Process) shortInfo(buf []byte) (int, error) {
	if len(buf) < 64 {
		return 0, syscall.ENOMEM
	}
	clear(buf[:64])
	put := func(offset int, v uint32) { binary.LittleEndian.PutUint32(buf[offset:], v) }
	put(0, uint32(p.pid))
	put(4, uint32(p.parent))
	put(8, uint32(p.group))
	put(12, p.status())
	copy(buf[16:32], p.name)
	put(32, p.flags())
	put(36, p.euid)
	put(44, p.ruid)
	return 64, nil
}

// fdInfo is PIDFDINFO; descriptor -1 is the work queue, of which no process has
// one before it needs it.
func (p *Process) fdInfo(flavor int32, fd int, buf []byte) (int, error) {
	if fd == -1 && (flavor == 7 || flavor == 9) {
		if p.work == nil {
			return 0, nil
		}
		return p.work.info(flavor, buf)
	}
	f := p.files[fd]
	want := map[int32]uint32{2: 1, 3: 2, 6: 6, 7: 5, 9: 5}[flavor]
	if f == nil || f.kind != want {
		if flavor == 3 && f != nil {
			return 0, syscall.ENOTSOCK
		}
		return 0, syscall.EBADF
	}
	switch flavor {
	case 2:
		return f.vnodeInfo(buf)
	case 3:
		return f.socketInfo(buf)
	case 6:
		return f.pipeInfo(buf)
	}
	return f.queue.info(flavor, buf)
}

func (f *File) vnodeInfo(buf []byte) (int, error) {
	if len(buf) < 1200 {
		return 0, syscall.ENOMEM
	}
	clear(buf[:1200])
	binary.LittleEndian.PutUint32(buf[140:], f.device)
	binary.LittleEndian.PutUint32(buf[160:], uint32(f.vnode))
	copy(buf[176:], f.path)
	return 1200, nil
}

func (f *File) pipeInfo(buf []byte) (int, error) {
	if len(buf) < 184 {
		return 0, syscall.ENOMEM
	}
	clear(buf[:184])
	binary.LittleEndian.PutUint64(buf[160:], f.self)
	binary.LittleEndian.PutUint64(buf[168:], f.peer)
	return 184, nil
}

func (f *File) socketInfo(buf []byte) (int, error) {
	if len(buf) < 792 {
		return 0, syscall.ENOMEM
	}
	clear(buf[:792])
	binary.LittleEndian.PutUint64(buf[160:], f.self)
	binary.LittleEndian.PutUint32(buf[256:], 2) // TCP: what follows are addresses and ports
	binary.LittleEndian.PutUint64(buf[264:], 0x1bb0000c001)
	if f.unix {
		binary.LittleEndian.PutUint32(buf[256:], 3)
		binary.LittleEndian.PutUint64(buf[264:], f.peer)
	}
	return 792, nil
}

func (q *Queue) info(flavor int32, buf []byte) (int, error) {
	if flavor == 9 {
		return q.notesInfo(buf)
	}
	if len(buf) < 168 {
		return 0, syscall.ENOMEM
	}
	clear(buf[:168])
	state := uint32(0x10)
	if q.asleep {
		state |= 2
	}
	binary.LittleEndian.PutUint32(buf[160:], state)
	return 168, nil
}

// notesInfo returns how many there are, whatever fits.
func (q *Queue) notesInfo(buf []byte) (int, error) {
	if len(buf) == 0 {
		return 0, syscall.ENOMEM
	}
	for i, n := range q.notes {
		if (i+1)*104 > len(buf) {
			break
		}
		b := buf[i*104 : (i+1)*104]
		clear(b)
		binary.LittleEndian.PutUint64(b[0:], n.Ident)
		binary.LittleEndian.PutUint16(b[8:], uint16(n.Filter))
		binary.LittleEndian.PutUint16(b[10:], n.Flags)
		binary.LittleEndian.PutUint32(b[80:], n.Status)
	}
	return len(q.notes), nil
}
