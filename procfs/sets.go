package procfs

import (
	"encoding/binary"
	"time"
)

// Interest is one descriptor of a wait set.
type Interest struct {
	FD    int
	Read  bool // wakes the call when input comes
	Write bool // wakes the call when output is possible
}

// The events that wake a reader: POLLIN and POLLRDNORM; and a writer.
const (
	readEvents  = 0x001 | 0x040
	writeEvents = 0x004 | 0x100
)

// ParseFDSet returns the members of an fd_set of count bits. Little-endian
// words of four and eight bytes have the same bytes.
func ParseFDSet(b []byte, count int) []int {
	var fds []int
	for i, octet := range b {
		for bit := 0; octet != 0; bit, octet = bit+1, octet>>1 {
			if octet&1 != 0 && i*8+bit < count {
				fds = append(fds, i*8+bit)
			}
		}
	}
	return fds
}

// SelectInterests joins the read and the write set of a select call.
func SelectInterests(read, write []int) []Interest {
	var s []Interest
	for _, fd := range read {
		s = append(s, Interest{FD: fd, Read: true})
	}
	for _, fd := range write {
		s = append(s, Interest{FD: fd, Write: true})
	}
	return s
}

// pollfdSize is the size of struct pollfd: descriptor, events, returned events.
const pollfdSize = 8

// ParsePollFDs returns the entries of an array of struct pollfd that are in
// force: a negative descriptor switches an entry off.
func ParsePollFDs(b []byte) []Interest {
	var s []Interest
	for ; len(b) >= pollfdSize; b = b[pollfdSize:] {
		fd := int32(binary.LittleEndian.Uint32(b))
		events := uint32(binary.LittleEndian.Uint16(b[4:]))
		if fd >= 0 {
			s = append(s, Interest{FD: int(fd), Read: events&readEvents != 0, Write: events&writeEvents != 0})
		}
	}
	return s
}

// oldSelectSize is the size of the block that i386's first select points to.
const oldSelectSize = 20

// ParseOldSelect decodes the block of i386's first select (call 82): count,
// three sets, timeout, each of four bytes.
func ParseOldSelect(b []byte, w Wait) (Wait, bool) {
	if len(b) < oldSelectSize {
		return w, false
	}
	u := func(i int) uint64 { return uint64(binary.LittleEndian.Uint32(b[i*4:])) }
	w.Form, w.Count, w.Addr, w.Addr2 = SelectSet, int(int32(u(0))), u(1), u(2)
	w.Timed = u(4) != 0
	w.Limit = Limit{Addr: u(4), Word: 4, Unit: time.Microsecond}
	return w, true
}

// ParseLimit decodes a struct timeval or timespec.
func ParseLimit(b []byte, l Limit) time.Duration {
	n := ParseWords(b, l.Word)
	if len(n) < 2 {
		return 0
	}
	const forever = 1 << 32 // seconds; more would overflow
	return time.Duration(min(n[0], forever))*time.Second + time.Duration(min(n[1], 1e9))*l.Unit
}

// The operations of an aio control block that read (linux/aio_abi.h).
const (
	iocbPread   = 0
	iocbPoll    = 5
	iocbPreadv  = 7
	iocbSize    = 64
	iocbOpcode  = 16
	iocbFildes  = 20
	maxAioBlock = 64
)

// ParseIOCB returns the descriptor that an aio control block reads, and false
// when the block does something else.
func ParseIOCB(b []byte) (int, bool) {
	if len(b) < iocbSize {
		return 0, false
	}
	op := binary.LittleEndian.Uint16(b[iocbOpcode:])
	fd := int32(binary.LittleEndian.Uint32(b[iocbFildes:]))
	return int(fd), op == iocbPread || op == iocbPreadv
}

// ParseWords decodes an array of little-endian numbers of four or eight bytes:
// pointers, longs.
func ParseWords(b []byte, size int) []uint64 {
	var p []uint64
	for ; size > 0 && len(b) >= size; b = b[size:] {
		if size == 8 {
			p = append(p, binary.LittleEndian.Uint64(b))
		} else {
			p = append(p, uint64(binary.LittleEndian.Uint32(b)))
		}
	}
	return p
}
