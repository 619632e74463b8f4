package kdebug

import "testing"

func TestCalls(t *testing.T) {
	tests := []struct {
		numbers []uint16
		name    string
		family  family
	}{
		{[]uint16{3, 396}, "read", familyRead},
		{[]uint16{120, 411}, "readv", familyRead},
		{[]uint16{93, 407}, "select", familySelect},
		{[]uint16{394, 395}, "pselect", familySelect},
		{[]uint16{230, 417}, "poll", familyPoll},
		{[]uint16{363}, "kevent", familyKevent},
		{[]uint16{369}, "kevent64", familyKevent},
		{[]uint16{374}, "kevent_qos", familyKevent},
		{[]uint16{375}, "kevent_id", familyDispatch},
		{[]uint16{4, 397}, "write", familyOther},
		{[]uint16{153, 414}, "pread", familyOther},
		{[]uint16{368}, "workq_kernreturn", familyOther},
		{[]uint16{540}, "system call 540", familyOther},
	}
	for _, tt := range tests {
		for _, n := range tt.numbers {
			if got := callOf(n); got.name != tt.name || got.family != tt.family {
				t.Errorf("%d: %+v", n, got)
			}
		}
	}
}

func TestCallSources(t *testing.T) {
	for number, want := range map[uint16]string{27: KindSocket, 401: KindSocket, 29: KindSocket, 403: KindSocket, 30: KindSocket, 7: KindChild, 400: KindChild, 4: "", 305: ""} {
		if got := callOf(number).source; got != want {
			t.Errorf("%d: %q", number, got)
		}
	}
}

// The debugids of the entry and exit of each call, as they stand in the trace.
func TestCallDebugIDs(t *testing.T) {
	for debugID, name := range map[uint32]string{
		0x040c000d: "read", 0x040c0631: "read", 0x040c01e1: "readv", 0x040c066d: "readv", 0x040c0175: "select", 0x040c065d: "select",
		0x040c0629: "pselect", 0x040c062d: "pselect", 0x040c0399: "poll", 0x040c0685: "poll", 0x040c05ad: "kevent",
		0x040c05c5: "kevent64", 0x040c05d9: "kevent_qos", 0x040c05dd: "kevent_id", 0x040c0265: "pread", 0x040c0679: "pread",
	} {
		number, _, _ := Record{DebugID: debugID}.systemCall()
		if got := callOf(number).name; got != name {
			t.Errorf("%#x: %q, want %q", debugID, got, name)
		}
	}
}
