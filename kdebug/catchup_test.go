package kdebug

import (
	"encoding/binary"
	"errors"
	"slices"
	"syscall"
	"testing"
	"testing/synctest"
)

// script is a kernel that answers reads and questions for the buffers from
// lists, the last answer again and again, and notes what it was asked.
type script struct {
	reads []scriptRead
	infos []bufInfo
	asked []int32
}

type scriptRead struct {
	records []Record
	own     bool // the record of the call itself comes last
	full    bool // the buffer is filled
	err     error
}

func (s *script) PID() int            { return 50 }
func (s *script) Slot() (Slot, error) { return Slot{State: SlotForeground, ConfiguredBy: "other"}, nil }
func (s *script) ProcInfo(int32, int32, int32, uint64, []byte) (int, error) {
	return 0, syscall.ESRCH
}

func (s *script) Sysctl(mib []int32, old []byte, length uint64) (uint64, Mark, error) {
	s.asked = append(s.asked, mib[2])
	mark := Mark{Thread: 9, Address: 0xc000}
	switch mib[2] {
	case opBufInfo:
		i := take(&s.infos)
		binary.LittleEndian.PutUint32(old[8:], i.flags)
		binary.LittleEndian.PutUint32(old[16:], uint32(int32(i.owner)))
		if i.noLog {
			old[4] = 1
		}
		return length, mark, nil
	case opRead:
		r := take(&s.reads)
		if r.own {
			r.records = append(r.records, Record{Thread: 9, Args: [4]uint64{mark.Address}, DebugID: 0x040c0329})
		}
		for r.full && len(r.records) < len(old)/RecordSize {
			r.records = append(r.records, Record{Thread: 3, DebugID: startRead})
		}
		for i, record := range r.records {
			encode(old[i*RecordSize:], record)
		}
		return uint64(len(r.records)), mark, r.err
	}
	return 0, mark, nil
}

// take removes the first element unless it is the last one.
func take[T any](list *[]T) T {
	first := (*list)[0]
	if len(*list) > 1 {
		*list = (*list)[1:]
	}
	return first
}

func encode(b []byte, r Record) {
	clear(b[:RecordSize])
	binary.LittleEndian.PutUint64(b, r.Timestamp)
	for i, a := range r.Args {
		binary.LittleEndian.PutUint64(b[8+8*i:], a)
	}
	binary.LittleEndian.PutUint64(b[40:], r.Thread)
	binary.LittleEndian.PutUint32(b[48:], r.DebugID)
}

func count(asked []int32, op int32) int {
	n := 0
	for _, a := range asked {
		if a == op {
			n++
		}
	}
	return n
}

func TestCatchUp(t *testing.T) {
	well := bufInfo{flags: bufReady, owner: 50}
	wrapped := bufInfo{flags: bufReady | bufWrapped, owner: 50}
	off := bufInfo{flags: bufReady, noLog: true, owner: 50}
	stolen := bufInfo{flags: bufReady, owner: 51}
	start := []Record{{Thread: 7, DebugID: startRead}}
	tests := []struct {
		name    string
		reads   []scriptRead
		infos   []bufInfo
		known   bool // thread 7 is known afterwards
		enabled int  // KDENABLE calls
		err     error
	}{
		{"complete", []scriptRead{{records: start, own: true}}, []bufInfo{well}, true, 0, nil},
		{"in two reads", []scriptRead{{records: start}, {own: true}}, []bufInfo{well}, true, 0, nil},
		{"after three full reads", []scriptRead{{full: true}, {full: true}, {full: true}, {records: start, own: true}}, []bufInfo{well}, true, 0, nil},
		{"overflow after the read", []scriptRead{{records: start, own: true}}, []bufInfo{well, wrapped, well}, false, 1, nil},
		{"off after the read", []scriptRead{{records: start, own: true}}, []bufInfo{well, off, well}, false, 1, nil},
		{"silent for a while", slices.Concat(slices.Repeat([]scriptRead{{}}, ownCallTries), []scriptRead{{records: start, own: true}}), []bufInfo{well}, false, 1, nil},
		{"silent for ever", []scriptRead{{records: start}}, []bufInfo{well}, false, 1, errGone},
		{"always full", []scriptRead{{full: true}}, []bufInfo{well}, false, 0, errGone},
		{"stolen before", []scriptRead{{records: start, own: true}}, []bufInfo{stolen}, false, 0, &BusyError{}},
		{"stolen after the read", []scriptRead{{records: start, own: true}}, []bufInfo{well, stolen}, true, 0, &BusyError{}},
		{"stolen before it is switched on", []scriptRead{{}}, []bufInfo{well, stolen}, false, 0, &BusyError{}},
		{"taken and let go", []scriptRead{{own: true}}, []bufInfo{{flags: bufReady, owner: -1}}, false, 0, errGone},
		{"reset", []scriptRead{{err: syscall.EINVAL}}, []bufInfo{well}, false, 0, errGone},
		{"refused", []scriptRead{{err: syscall.EPERM}}, []bufInfo{well}, false, 0, syscall.EPERM},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) {
			k := &script{reads: tt.reads, infos: tt.infos}
			s := newSession(k, bufInfo{events: 64})
			err := s.catchUp()
			var busy *BusyError
			if _, wantBusy := tt.err.(*BusyError); wantBusy != errors.As(err, &busy) || !wantBusy && !errors.Is(err, tt.err) {
				t.Errorf("%s: error %v", tt.name, err)
			}
			if known := s.threads.at(7).position != positionUnknown; err == nil && known != tt.known {
				t.Errorf("%s: known %v", tt.name, known)
			}
			if got := count(k.asked, opEnable); got != tt.enabled {
				t.Errorf("%s: switched on %d times", tt.name, got)
			}
			if got := count(k.asked, opRead); got > 3*ownCallTries {
				t.Errorf("%s: %d reads", tt.name, got)
			}
		})
	}
}

// Each read has a first argument of its own, or an old record would pass for
// the proof of a new read.
func TestReadsHaveOwnAddresses(t *testing.T) {
	s := newSession(&script{}, bufInfo{events: 64})
	seen := map[*int32]bool{}
	for _, mib := range s.mibs {
		if !slices.Equal(mib, []int32{ctlKern, kernKdebug, opRead}) {
			t.Fatalf("mib %v", mib)
		}
		seen[&mib[0]] = true
	}
	if len(seen) < 4*ownCallTries {
		t.Errorf("only %d addresses", len(seen))
	}
}
