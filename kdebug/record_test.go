package kdebug

import (
	"encoding/hex"
	"strings"
	"testing"
)

// genuine is a record of a real machine (macOS, END of sysctl by process 454).
const genuine = "a5301437 5f060000 0000000000000000 0000000000000000 0000000000000000 c601000000000000" +
	"79d8090000000000 2a030c04 00000000 0000000000000000"

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestGenuineRecord(t *testing.T) {
	batch, err := ParseCapture(unhex(t, genuine))
	if err != nil || batch.Len() != 1 {
		t.Fatalf("%d records, %v", batch.Len(), err)
	}
	want := Record{Timestamp: 0x65f371430a5, Args: [4]uint64{0, 0, 0, 454}, Thread: 645241, DebugID: 0x040c032a}
	if got := batch.At(0); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	number, function, ok := want.systemCall()
	if number != sysSysctl || function != functionEnd || !ok {
		t.Errorf("call %d, function %d, %v", number, function, ok)
	}
}

// Records of real machines, as their fields.
func TestGenuineCalls(t *testing.T) {
	th := newThreads()
	th.apply(Record{Timestamp: 15783429453, Args: [4]uint64{7, 0x11bf1c000, 25558, 0x16d3ad868}, Thread: 7573, DebugID: 0x040c000d})
	if got := th.at(7573); got.position != positionIn || callOf(got.call).name != "read" || int32(got.args[0]) != 7 {
		t.Errorf("after the start: %+v", got)
	}
	th.apply(Record{Timestamp: 15783456070, Args: [4]uint64{0, 25558, 0, 144}, Thread: 7573, DebugID: 0x040c000e})
	if got := th.at(7573); got.position != positionOut {
		t.Errorf("after the end: %+v", got)
	}
	th.apply(Record{Timestamp: 1, Args: [4]uint64{67, 16}, Thread: 269178, DebugID: 0x040c02a9})
	th.apply(Record{Timestamp: 2, Args: [4]uint64{8}, Thread: 479, DebugID: 0x040c000d})
	th.apply(Record{Timestamp: 1805581011060, Args: [4]uint64{269178}, Thread: 479, DebugID: 0x0700000c})
	if th.at(269178).position != positionUnknown || th.at(479).position != positionIn {
		t.Errorf("after the death: %+v, %+v", th.at(269178), th.at(479))
	}
}

func TestParseBatch(t *testing.T) {
	tests := []struct {
		bytes  int
		events uint64
		want   int // -1: an error
	}{
		{0, 0, 0}, {64, 1, 1}, {64, 0, 0}, {128, 1, 1}, {100, 1, 1},
		{63, 1, -1}, {64, 2, -1}, {100, 2, -1}, {64, 1 << 63, -1}, {0, 1, -1}, {64, ^uint64(0), -1}, {64, 1 << 58, -1},
	}
	for _, tt := range tests {
		batch, err := ParseBatch(make([]byte, tt.bytes), tt.events)
		if got := batch.Len(); (err != nil) != (tt.want < 0) || err == nil && got != tt.want {
			t.Errorf("%d events in %d bytes: %d, %v", tt.events, tt.bytes, got, err)
		}
	}
	for _, n := range []int{1, 63, 65, 127} {
		if _, err := ParseCapture(make([]byte, n)); err == nil {
			t.Errorf("a capture of %d bytes was taken", n)
		}
	}
}

func TestSystemCall(t *testing.T) {
	tests := []struct {
		debugID  uint32
		number   uint16
		function uint32
		ok       bool
	}{
		{0x040c000d, 3, functionStart, true},
		{0x040c000e, 3, functionEnd, true},
		{0x040c0631, 396, functionStart, true},
		{0x040c0879, 542, functionStart, true},
		{0x040cfffc, 16383, 0, true},
		{0x010c000d, 0, 0, false}, // Mach trap
		{0x07020008, 0, 0, false},
		{0x040e000d, 0, 0, false},
		{0, 0, 0, false},
	}
	for _, tt := range tests {
		number, function, ok := Record{DebugID: tt.debugID}.systemCall()
		if number != tt.number || function != tt.function || ok != tt.ok {
			t.Errorf("%#x: %d, %d, %v", tt.debugID, number, function, ok)
		}
	}
}

func TestStarts(t *testing.T) {
	r := Record{Args: [4]uint64{0xc000123450}, Thread: 9, DebugID: 0x040c0329}
	if !r.starts(9, sysSysctl, 0xc000123450) {
		t.Error("the own call is not known again")
	}
	for name, other := range map[string]Record{
		"end":          {Args: r.Args, Thread: 9, DebugID: 0x040c032a},
		"other thread": {Args: r.Args, Thread: 8, DebugID: r.DebugID},
		"earlier call": {Args: [4]uint64{0xc000123460}, Thread: 9, DebugID: r.DebugID},
		"other number": {Args: r.Args, Thread: 9, DebugID: 0x040c0541},
	} {
		if other.starts(9, sysSysctl, 0xc000123450) {
			t.Errorf("%s passes for the own call", name)
		}
	}
}
