package procfs

import (
	"encoding/binary"
	"testing"
)

// iocb is an aio control block in memory (linux/aio_abi.h).
func iocb(opcode uint16, fd int32) []byte {
	b := make([]byte, 64)
	for i := range b {
		b[i] = 0xa5 // the other members must not matter
	}
	binary.LittleEndian.PutUint16(b[16:], opcode)
	binary.LittleEndian.PutUint32(b[20:], uint32(fd))
	return b
}

func TestParseIOCB(t *testing.T) {
	reads := map[uint16]bool{0 /* PREAD */ : true, 7 /* PREADV */ : true}
	for opcode := range uint16(12) {
		if fd, ok := ParseIOCB(iocb(opcode, 5)); ok != reads[opcode] || ok && fd != 5 {
			t.Errorf("opcode %d: descriptor %d, %v", opcode, fd, ok)
		}
	}
	if fd, ok := ParseIOCB(iocb(0x100, 5)); ok {
		t.Errorf("opcode 0x100 taken for a read of %d", fd)
	}
	if fd, ok := ParseIOCB(iocb(0, -1)); !ok || fd != -1 {
		t.Errorf("descriptor -1: %d, %v", fd, ok)
	}
	for n := range 64 {
		if fd, ok := ParseIOCB(iocb(0, 5)[:n]); ok {
			t.Errorf("%d bytes: %d", n, fd)
		}
	}
}

func FuzzParseIOCB(f *testing.F) {
	f.Add(iocb(0, 3))
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, b []byte) {
		fd, ok := ParseIOCB(b)
		if !ok {
			return
		}
		opcode := binary.LittleEndian.Uint16(b[16:])
		if again, ok := ParseIOCB(iocb(opcode, int32(fd))); !ok || again != fd {
			t.Errorf("%x: %d became %d, %v", b, fd, again, ok)
		}
	})
}
