package kdebug

import (
	"encoding/binary"
	"fmt"
)

// RecordSize is the size in bytes of one trace record (kd_buf) on both
// processors.
const RecordSize = 64

// Record is one trace record. Timestamps are ticks of the kernel's clock: they
// order records and say nothing else.
type Record struct {
	Timestamp uint64
	Args      [4]uint64
	Thread    uint64
	DebugID   uint32
	CPU       uint32
}

// Batch is a run of whole records, oldest first, as one read returned them.
type Batch []byte

// ParseBatch takes the first events records of buf. The kernel counts events,
// not bytes; a count that buf cannot hold is an error.
func ParseBatch(buf []byte, events uint64) (Batch, error) {
	if events > uint64(len(buf)/RecordSize) {
		return nil, fmt.Errorf("trace batch: %d records do not fit in %d bytes", events, len(buf))
	}
	return Batch(buf[:events*RecordSize]), nil
}

// ParseCapture takes all of b, a file of records and nothing else, as Capture
// makes it. A length that is not a whole number of records is an error.
func ParseCapture(b []byte) (Batch, error) {
	if len(b)%RecordSize != 0 {
		return nil, fmt.Errorf("trace capture: %d bytes are not a whole number of records", len(b))
	}
	return Batch(b), nil
}

// Len is the number of records.
func (b Batch) Len() int { return len(b) / RecordSize }

// At decodes record i; i must be below Len.
func (b Batch) At(i int) Record {
	r := b[i*RecordSize : (i+1)*RecordSize]
	return Record{
		Timestamp: binary.LittleEndian.Uint64(r[0:]),
		Args: [4]uint64{
			binary.LittleEndian.Uint64(r[8:]),
			binary.LittleEndian.Uint64(r[16:]),
			binary.LittleEndian.Uint64(r[24:]),
			binary.LittleEndian.Uint64(r[32:]),
		},
		Thread:  binary.LittleEndian.Uint64(r[40:]),
		DebugID: binary.LittleEndian.Uint32(r[48:]),
		CPU:     binary.LittleEndian.Uint32(r[52:]),
	}
}
