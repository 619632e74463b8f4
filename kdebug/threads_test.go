package kdebug

import "testing"

const (
	startRead = 0x040c000d
	endRead   = 0x040c000e
)

func TestThreads(t *testing.T) {
	tests := []struct {
		name    string
		records []Record
		want    position
		gaps    int
	}{
		{"silent", nil, positionUnknown, 0},
		{"start", []Record{{Thread: 7, DebugID: startRead}}, positionIn, 0},
		{"end", []Record{{Thread: 7, DebugID: endRead}}, positionOut, 0},
		{"neither", []Record{{Thread: 7, DebugID: 0x040c000c}}, positionUnknown, 0},
		{"other class", []Record{{Thread: 7, DebugID: 0x010c007d}}, positionUnknown, 0},
		{"born", []Record{{Thread: 6, Args: [4]uint64{7}, DebugID: eventNewThread}}, positionOut, 0},
		{"born late", []Record{{Thread: 7, DebugID: startRead}, {Thread: 6, Args: [4]uint64{7}, DebugID: eventNewThread}}, positionIn, 0},
		{"exec", []Record{{Thread: 7, Args: [4]uint64{100}, DebugID: eventExec}}, positionOut, 0},
		{"dead", []Record{{Thread: 7, DebugID: startRead}, {Thread: 6, Args: [4]uint64{7}, DebugID: eventThreadGone}}, positionUnknown, 0},
		{"told a death", []Record{{Thread: 7, DebugID: startRead}, {Thread: 7, Args: [4]uint64{6}, DebugID: eventThreadGone}}, positionIn, 0},
		{"loss", []Record{{Thread: 7, DebugID: startRead}, {DebugID: eventLost}}, positionUnknown, 1},
		{"loss within a read", []Record{{Thread: 7, DebugID: endRead}, {DebugID: eventLost, Args: [4]uint64{1}}}, positionUnknown, 1},
		{"after a loss", []Record{{DebugID: eventLost}, {Thread: 7, DebugID: startRead}}, positionIn, 1},
		{"retrograde and past events", []Record{{Thread: 7, DebugID: startRead}, {DebugID: 0x07020014}, {DebugID: 0x07020018}}, positionIn, 0},
		{"name of a process", []Record{{Thread: 7, DebugID: startRead}, {Thread: 7, DebugID: 0x07010004}}, positionIn, 0},
	}
	for _, tt := range tests {
		th := newThreads()
		for _, r := range tt.records {
			th.apply(r)
		}
		if got := th.at(7).position; got != tt.want || th.gaps != tt.gaps {
			t.Errorf("%s: position %d, %d gaps", tt.name, got, th.gaps)
		}
	}
}

func TestMayWait(t *testing.T) {
	for number, want := range map[uint16]bool{3: true, 93: true, 230: true, 363: true, 4: false, 368: false, 9999: false} {
		if got := (threadState{position: positionIn, call: number}).mayWait(); got != want {
			t.Errorf("call %d: %v", number, got)
		}
	}
	if (threadState{position: positionOut, call: 3}).mayWait() {
		t.Error("a thread out of any call")
	}
}

func BenchmarkApply(b *testing.B) {
	th := newThreads()
	for i := range b.N {
		th.apply(Record{Timestamp: uint64(i), Thread: uint64(i/2) % 2000, DebugID: startRead + uint32(i%2)})
	}
}
