package fakekernel

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"github.com/rt-helper/rt-helper/kdebug"
)

// rig is a machine whose trace a root process has set up by hand.
type rig struct {
	t *testing.T
	m *Machine
	k *Kernel
}

func newRig(t *testing.T, c Config) *rig {
	m := New(c)
	r := &rig{t, m, m.Kernel(50, "tracer", 0)}
	r.ok(opSetBuffers, 1000)
	r.ok(opSetup)
	filter := make([]byte, 8192)
	filter[0x81] = 0x10
	if _, _, err := r.k.Sysctl([]int32{1, 24, opTypefilter}, filter, 8192); err != nil {
		t.Fatal(err)
	}
	r.ok(opEnable, 1)
	return r
}

func (r *rig) op(mib ...int32) error {
	_, _, err := r.k.Sysctl(append([]int32{1, 24}, mib...), nil, 0)
	return err
}

func (r *rig) ok(mib ...int32) {
	r.t.Helper()
	if err := r.op(mib...); err != nil {
		r.t.Fatalf("operation %v: %v", mib, err)
	}
}

// read returns the records of one read without those of the reader.
func (r *rig) read(room int) ([]kdebug.Record, error) {
	buf := make([]byte, room*64)
	n, _, err := r.k.Sysctl([]int32{1, 24, opRead}, buf, uint64(len(buf)))
	if err != nil {
		return nil, err
	}
	batch, err := kdebug.ParseBatch(buf, n)
	if err != nil {
		r.t.Fatal(err)
	}
	var records []kdebug.Record
	for i := range batch.Len() {
		if rec := batch.At(i); rec.Thread != r.k.thread.id {
			records = append(records, rec)
		}
	}
	return records, nil
}

func (r *rig) mustRead(room int) []kdebug.Record {
	r.t.Helper()
	records, err := r.read(room)
	if err != nil {
		r.t.Fatal(err)
	}
	return records
}

func (r *rig) info() (noLog bool, flags uint32, owner int32) {
	r.t.Helper()
	buf := make([]byte, 20)
	if n, _, err := r.k.Sysctl([]int32{1, 24, opBufInfo}, buf, 20); err != nil || n != 20 {
		r.t.Fatalf("KDGETBUF: %d, %v", n, err)
	}
	return buf[4] != 0, binary.LittleEndian.Uint32(buf[8:]), int32(binary.LittleEndian.Uint32(buf[16:]))
}

func TestReadMergesByTime(t *testing.T) {
	r := newRig(t, Config{})
	for i := range 40 {
		r.m.Inject((i*3)%4, classSyscall<<16|13, 7, uint64(i))
	}
	records := r.mustRead(500)
	if len(records) != 40 {
		t.Fatalf("%d records", len(records))
	}
	for i, rec := range records {
		if rec.Args[0] != uint64(i) || i > 0 && rec.Timestamp <= records[i-1].Timestamp {
			t.Fatalf("record %d is %+v", i, rec)
		}
	}
	if again := r.mustRead(500); len(again) != 0 {
		t.Errorf("read twice: %+v", again)
	}
}

func TestReadStopsAtItsStart(t *testing.T) {
	r := newRig(t, Config{})
	r.m.OnRead(func() { r.m.Inject(1, classSyscall<<16|13, 7) })
	if early := r.mustRead(500); len(early) != 0 {
		t.Errorf("newer than the read: %+v", early)
	}
	if late := r.mustRead(500); len(late) != 1 {
		t.Errorf("the next read has %+v", late)
	}
}

func TestReadInPieces(t *testing.T) {
	r := newRig(t, Config{})
	r.m.Flood(1, 50)
	got := 0
	for range 30 {
		got += len(r.mustRead(10))
	}
	if got != 100 {
		t.Errorf("%d records of 100", got)
	}
}

func TestHalfWrittenRecordEndsTheRead(t *testing.T) {
	r := newRig(t, Config{})
	r.m.Inject(0, classSyscall<<16|13, 7, 1)
	r.m.HalfWritten(1, 1)
	r.m.Inject(1, classSyscall<<16|13, 7, 2)
	r.m.Inject(2, classSyscall<<16|13, 7, 3)
	if first := r.mustRead(500); len(first) > 1 {
		t.Errorf("read past a record that is not written: %+v", first)
	}
	all := r.mustRead(500)
	if len(all) < 2 || all[len(all)-1].Args[0] != 3 {
		t.Errorf("then %+v", all)
	}
}

func TestFilter(t *testing.T) {
	r := newRig(t, Config{})
	r.m.Inject(0, 0x010c007d, 7)
	r.m.Inject(0, eventNewThread, 7, 8)
	if got := r.mustRead(500); len(got) != 1 || got[0].DebugID != eventNewThread {
		t.Errorf("%+v", got)
	}
}

func TestWrap(t *testing.T) {
	r := newRig(t, Config{Units: 8, UnitSize: 8})
	for i := range 200 {
		r.m.Inject(1, classSyscall<<16|13, 7, uint64(i))
	}
	if _, flags, _ := r.info(); flags&8 == 0 {
		t.Error("the buffers did not wrap")
	}
	records := r.mustRead(500)
	if len(records) < 2 || records[0].DebugID != eventLost || records[0].Args[0] != 0 {
		t.Fatalf("first %+v", records[0])
	}
	for _, rec := range records[1:] {
		if rec.DebugID == eventLost || rec.Timestamp < records[0].Timestamp {
			t.Errorf("%+v", rec)
		}
	}
	if last := records[len(records)-1]; last.Args[0] != 199 {
		t.Errorf("the newest is lost: %+v", last)
	}
	if _, flags, _ := r.info(); flags&8 != 0 {
		t.Error("a read leaves the flag set")
	}
}

// What happens when the buffers fill up during a read depends on the version.
func TestFullDuringRead(t *testing.T) {
	for _, generation := range []int{11, 12, 13, 14, 15} {
		t.Run(fmt.Sprint(generation), func(t *testing.T) {
			r := newRig(t, Config{Generation: generation, Units: 8, UnitSize: 8})
			r.m.OnRead(func() { r.m.Flood(1, 200) })
			r.mustRead(500)
			noLog, flags, _ := r.info()
			if off := generation >= 13; r.m.Recording() == off || noLog || (flags&8 != 0) != off {
				t.Errorf("recording %v, nolog %v, flags %#x", r.m.Recording(), noLog, flags)
			}
			r.ok(opEnable, 1)
			r.m.Inject(1, classSyscall<<16|13, 7, 77)
			records := r.mustRead(500)
			lost := slices.IndexFunc(records, func(rec kdebug.Record) bool { return rec.DebugID == eventLost })
			last := slices.IndexFunc(records, func(rec kdebug.Record) bool { return rec.Args[0] == 77 })
			if lost < 0 || last < lost {
				t.Errorf("loss at %d, the record after it at %d", lost, last)
			}
		})
	}
}

func TestSwitchedOff(t *testing.T) {
	for generation, shows := range map[int]bool{11: false, 12: false, 13: true, 15: true} {
		r := newRig(t, Config{Generation: generation})
		r.m.SwitchOff()
		r.m.Flood(1, 5)
		if noLog, _, _ := r.info(); noLog != shows || len(r.mustRead(500)) != 0 {
			t.Errorf("generation %d: nolog %v", generation, noLog)
		}
	}
}
