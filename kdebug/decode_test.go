package kdebug

import (
	"encoding/binary"
	"slices"
	"testing"
)

// filled returns n bytes each of which tells its offset, so that a field read
// from the wrong place shows.
func filled(n int) []byte {
	b := make([]byte, n)
	for i := 0; i+4 <= n; i += 4 {
		binary.LittleEndian.PutUint32(b[i:], uint32(i)|0x10000)
	}
	return b
}

func at(offset uint32) uint32 { return offset | 0x10000 }

func at64(offset uint64) uint64 { return offset | 0x10000 | (offset+4|0x10000)<<32 }

func TestParseBSDInfo(t *testing.T) {
	b := filled(bsdInfoSize)
	copy(b[48:], "zsh\x00rest of the 16")
	got, err := parseBSDInfo(b)
	want := bsdInfo{flags: at(0), status: at(4), pid: int32(at(12)), parent: int32(at(16)), uid: at(20), ruid: at(28), command: "zsh",
		group: int32(at(100)), terminal: at(108), foreground: int32(at(112)), startSec: at64(120), startUsec: at64(128)}
	if err != nil || got != want {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, got, want)
	}
	copy(b[48:64], "0123456789abcdef")
	if got, _ := parseBSDInfo(b); got.command != "0123456789abcdef" {
		t.Errorf("name of 16 characters: %q", got.command)
	}
}

func TestParseShortInfo(t *testing.T) {
	b := filled(shortInfoSize)
	copy(b[16:], "sudo\x00")
	got, err := parseShortInfo(b)
	want := bsdInfo{pid: int32(at(0)), parent: int32(at(4)), group: int32(at(8)), status: at(12), command: "sudo",
		flags: at(32), uid: at(36), ruid: at(44), terminal: noDevice}
	if err != nil || got != want {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, got, want)
	}
}

func TestParseFixed(t *testing.T) {
	v := filled(vnodeInfoSize)
	copy(v[176:], "/dev/ttys003\x00")
	if got, err := parseVnode(v); err != nil || got != (vnodeInfo{kind: int32(at(160)), device: at(140), path: "/dev/ttys003"}) {
		t.Errorf("vnode %+v, %v", got, err)
	}
	if got, err := parseRunState(filled(threadSize)); err != nil || got != int32(at(24)) {
		t.Errorf("run state %#x, %v", got, err)
	}
	if got, err := parseKqueueState(filled(kqueueSize)); err != nil || got != at(160) {
		t.Errorf("kqueue state %#x, %v", got, err)
	}
	if got, err := parsePipe(filled(pipeSize)); err != nil || got != (link{self: at64(160), peer: at64(168)}) {
		t.Errorf("pipe %+v, %v", got, err)
	}
	s := filled(socketSize)
	if got, err := parseSocket(s); err != nil || got != (link{self: at64(160)}) {
		t.Errorf("socket %+v, %v", got, err)
	}
	binary.LittleEndian.PutUint32(s[256:], socketKindUnix)
	if got, err := parseSocket(s); err != nil || got != (link{self: at64(160), peer: at64(264)}) {
		t.Errorf("Unix socket %+v, %v", got, err)
	}
}

func TestShortStructures(t *testing.T) {
	tests := map[string]struct {
		size  int
		parse func([]byte) error
	}{
		"proc_bsdinfo":         {136, func(b []byte) error { _, err := parseBSDInfo(b); return err }},
		"proc_bsdshortinfo":    {64, func(b []byte) error { _, err := parseShortInfo(b); return err }},
		"vnode_fdinfowithpath": {1200, func(b []byte) error { _, err := parseVnode(b); return err }},
		"proc_threadinfo":      {112, func(b []byte) error { _, err := parseRunState(b); return err }},
		"kqueue_fdinfo":        {168, func(b []byte) error { _, err := parseKqueueState(b); return err }},
		"pipe_fdinfo":          {184, func(b []byte) error { _, err := parsePipe(b); return err }},
		"socket_fdinfo":        {792, func(b []byte) error { _, err := parseSocket(b); return err }},
		"kbufinfo":             {20, func(b []byte) error { _, err := parseBufInfo(b); return err }},
	}
	for name, tt := range tests {
		if err := tt.parse(make([]byte, tt.size)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, short := range []int{0, 1, tt.size - 1} {
			if tt.parse(make([]byte, short)) == nil {
				t.Errorf("%s: %d bytes were taken", name, short)
			}
		}
	}
}

func TestParseLists(t *testing.T) {
	b := []byte{1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0, 5, 0, 0, 0, 9, 9}
	if got := parsePIDs(b); !slices.Equal(got, []int32{1, -1, 2, 5}) {
		t.Errorf("pids %v", got)
	}
	if got := parseIDs(b); !slices.Equal(got, []uint64{0xffffffff00000001, 0x500000002}) {
		t.Errorf("ids %#x", got)
	}
	if got := parseFDs(b); !slices.Equal(got, []fdEntry{{1, 0xffffffff}, {2, 5}}) {
		t.Errorf("descriptors %+v", got)
	}
	if len(parsePIDs(nil)) != 0 || len(parseIDs(nil)) != 0 || len(parseFDs(nil)) != 0 || len(parseNotes(nil)) != 0 {
		t.Error("something came out of nothing")
	}
}

func TestParseNotes(t *testing.T) {
	b := make([]byte, 2*noteSize+50)
	binary.LittleEndian.PutUint64(b[0:], 5)
	binary.LittleEndian.PutUint16(b[8:], 0xffff)
	binary.LittleEndian.PutUint16(b[10:], 0x8) // EV_DISABLE at the time it was added
	binary.LittleEndian.PutUint64(b[noteSize:], 1<<40)
	binary.LittleEndian.PutUint16(b[noteSize+8:], 0xfff9)
	binary.LittleEndian.PutUint32(b[noteSize+80:], noteDisabled|noteActive)
	got := parseNotes(b)
	want := []note{{ident: 5, filter: filterRead}, {ident: 1 << 40, filter: filterTimer, status: 5}}
	if !slices.Equal(got, want) {
		t.Fatalf("got %+v, want %+v", got, want)
	}
	if !got[0].enabled() || got[1].enabled() || got[0].pending() || !got[1].pending() {
		t.Error("status bits are misread")
	}
}

func TestLive(t *testing.T) {
	for _, tt := range []struct {
		info bsdInfo
		want bool
	}{
		{bsdInfo{status: 2}, true}, {bsdInfo{status: stateStopped}, true}, {bsdInfo{status: stateZombie}, false},
		{bsdInfo{status: stateIdle}, false}, {bsdInfo{status: 2, flags: flagExiting}, false},
	} {
		if got := tt.info.live(); got != tt.want {
			t.Errorf("%+v: %v", tt.info, got)
		}
	}
}
