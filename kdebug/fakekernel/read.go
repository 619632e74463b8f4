package fakekernel

import "syscall"

// read is KDREADTR: it fills buf with records and returns how many.
func (m *Machine) read(buf []byte) (int, error) {
	t := &m.trace
	room := len(buf) / recordSize
	if room == 0 || !t.ready {
		return 0, syscall.EINVAL
	}
	barrier := m.now
	wrapped := t.wrapped
	t.wrapped, t.noWrap = false, true
	restoreLog := t.noLog
	n := 0
	out := func(r record) {
		r.encode(buf[n*recordSize:])
		n++
	}
	if wrapped {
		for i := range t.cpus {
			if len(t.cpus[i].units) > 0 {
				t.cpus[i].units[0].lost = false
			}
		}
		out(record{time: t.oldest, debugID: eventLost})
	}
	m.duringRead()
	for n < room {
		r, ok := m.nextRecord(barrier)
		if !ok {
			break
		}
		out(r)
		t.oldest = max(t.oldest, r.time)
	}
	t.noWrap = false
	t.noLog = restoreLog
	m.finishRecords()
	return n, nil
}

func (m *Machine) duringRead() {
	if f := m.onRead; f != nil {
		m.onRead = nil
		m.mu.Unlock()
		f()
		m.mu.Lock()
	}
}

// nextRecord takes the earliest record of all processors that is not newer than
// the barrier. A half-written one ends the read, wherever it lies.
func (m *Machine) nextRecord(barrier uint64) (record, bool) {
	t := &m.trace
	var first *unit
	var from *processor
	for i := range t.cpus {
		p := &t.cpus[i]
		u := m.current(p)
		if u == nil || u.records[u.read].time > barrier {
			continue
		}
		if u.records[u.read].writing > 0 {
			return record{}, false
		}
		if u.lost {
			u.lost = false
			t.oldest = max(t.oldest, u.records[0].time)
			return record{time: t.oldest, args: [4]uint64{1}, debugID: eventLost, cpu: uint32(i)}, true
		}
		if first == nil || u.records[u.read].time < first.records[first.read].time {
			first, from = u, p
		}
	}
	if first == nil {
		return record{}, false
	}
	r := first.records[first.read]
	first.read++
	from.head(m.config.UnitSize, &t.free)
	return r, true
}

// current is the head of a processor's units without records that are older than
// a loss: they are thrown away.
func (m *Machine) current(p *processor) *unit {
	for {
		u := p.head(m.config.UnitSize, &m.trace.free)
		if u == nil || u.lost || u.records[u.read].writing > 0 || u.records[u.read].time >= m.trace.oldest {
			return u
		}
		u.read++
	}
}

// head is the unit with the processor's next record. Units that were read to
// their end go back.
func (p *processor) head(size int, free *int) *unit {
	for len(p.units) > 0 {
		u := p.units[0]
		if u.read < len(u.records) {
			return u
		}
		if u.read < size {
			return nil
		}
		p.units = p.units[1:]
		*free++
	}
	return nil
}

// finishRecords brings half-written records one read nearer to completion.
func (m *Machine) finishRecords() {
	for i := range m.trace.cpus {
		for _, u := range m.trace.cpus[i].units {
			for j := range u.records {
				u.records[j].writing = max(u.records[j].writing-1, 0)
			}
		}
	}
}
