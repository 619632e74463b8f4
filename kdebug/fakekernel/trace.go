package fakekernel

import "encoding/binary"

const recordSize = 64

// Debugids that the model emits itself.
const (
	classTrace   = 0x07
	classSyscall = 0x040c

	eventLost      = 0x07020008
	eventNewThread = 0x07000004
	eventExec      = 0x07000008
	eventGone      = 0x0700000c
)

type record struct {
	time    uint64
	args    [4]uint64
	thread  uint64
	debugID uint32
	cpu     uint32
	writing int // reads that still find it half written
}

func (r record) encode(b []byte) {
	binary.LittleEndian.PutUint64(b[0:], r.time)
	for i, a := range r.args {
		binary.LittleEndian.PutUint64(b[8+8*i:], a)
	}
	binary.LittleEndian.PutUint64(b[40:], r.thread)
	binary.LittleEndian.PutUint32(b[48:], r.debugID)
	binary.LittleEndian.PutUint32(b[52:], r.cpu)
}

// unit is a storage unit: records of one processor.
type unit struct {
	records []record
	read    int
	lost    bool // records before it are missing
}

type processor struct {
	units []*unit
	lost  bool // the next unit comes after missing records
}

// trace is the state of kdebug.
type trace struct {
	wanted   int
	ready    bool // KDSETUP done
	enabled  bool
	noLog    bool // what kbufinfo.nolog shows
	noWrap   bool // a read is under way
	wrapped  bool
	filter   []byte
	flags    uint32
	cpus     []processor
	free     int
	oldest   uint64
	halfNext map[int]int // processor: reads for which its next record stays half written
	silent   bool        // test: nothing is recorded though all looks well
}

// emit records an event on a processor, as kernel_debug_write does.
func (m *Machine) emit(cpu int, debugID uint32, thread uint64, args ...uint64) {
	r := record{time: m.tick(), thread: thread, debugID: debugID, cpu: uint32(cpu)}
	copy(r.args[:], args)
	m.put(r)
}

func (m *Machine) put(r record) {
	t := &m.trace
	if !t.enabled || t.noLog || t.silent || !t.passes(r.debugID) {
		return
	}
	p := &t.cpus[r.cpu]
	if len(p.units) == 0 || len(p.units[len(p.units)-1].records) == m.config.UnitSize {
		if !m.allocate(p) {
			return
		}
	}
	r.writing = t.halfNext[int(r.cpu)]
	delete(t.halfNext, int(r.cpu))
	tail := p.units[len(p.units)-1]
	tail.records = append(tail.records, r)
}

func (t *trace) passes(debugID uint32) bool {
	pair := debugID >> 16
	return debugID>>24 == classTrace || t.filter == nil || t.filter[pair>>3]&(1<<(pair&7)) != 0
}

// allocate gives a processor a new unit: a free one, or the oldest full one.
func (m *Machine) allocate(p *processor) bool {
	t := &m.trace
	switch {
	case t.free > 0:
		t.free--
	case t.noWrap:
		m.fullDuringRead(p)
		return false
	case !m.steal():
		t.enabled = false
		t.noLog = m.config.Generation >= 13
		return false
	}
	p.units = append(p.units, &unit{lost: p.lost})
	p.lost = false
	return true
}

// fullDuringRead is what happens when the buffers fill up while a read keeps
// them from wrapping: 13 and later switch off for good, older ones pause.
func (m *Machine) fullDuringRead(p *processor) {
	t := &m.trace
	p.lost = true
	t.noLog = true
	if m.config.Generation >= 13 {
		t.wrapped = true
		t.enabled = false
	}
}

// steal takes away the unit whose last record is the oldest. A unit that is
// still being filled stays.
func (m *Machine) steal() bool {
	t := &m.trace
	var victim *processor
	oldest := ^uint64(0)
	for i := range t.cpus {
		p := &t.cpus[i]
		if len(p.units) == 0 || len(p.units[0].records) < m.config.UnitSize {
			continue
		}
		if last := p.units[0].records[m.config.UnitSize-1].time; last < oldest {
			oldest, victim = last, p
		}
	}
	if victim == nil {
		return false
	}
	victim.units = victim.units[1:]
	if len(victim.units) > 0 {
		victim.units[0].lost = true
	} else {
		victim.lost = true
	}
	t.oldest = max(t.oldest, oldest)
	t.wrapped = true
	return true
}
