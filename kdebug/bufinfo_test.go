package kdebug

import (
	"bytes"
	"testing"
)

func TestParseBufInfo(t *testing.T) {
	b := []byte{0, 0xc0, 5, 0, 1, 0, 0, 0, 0x0a, 0, 0, 0x80, 3, 0, 0, 0, 0x2a, 1, 0, 0}
	got, err := parseBufInfo(b)
	want := bufInfo{events: 376832, noLog: true, flags: 0x8000000a, owner: 298}
	if err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	copy(b[16:], []byte{0xff, 0xff, 0xff, 0xff})
	if got, _ := parseBufInfo(b); got.owner != -1 {
		t.Errorf("no owner reads as %d", got.owner)
	}
}

func TestFault(t *testing.T) {
	for _, tt := range []struct {
		info bufInfo
		well bool
	}{
		{bufInfo{flags: bufReady}, true},
		{bufInfo{flags: bufReady | 0x400002}, true},
		{bufInfo{flags: bufReady | bufWrapped}, false},
		{bufInfo{flags: bufReady, noLog: true}, false},
		{bufInfo{}, false},
	} {
		if got := tt.info.fault(); (got == "") != tt.well {
			t.Errorf("%+v: %q", tt.info, got)
		}
	}
}

func TestTypefilter(t *testing.T) {
	got := typefilter(classSyscall)
	want := make([]byte, 8192)
	want[0x81] = 0x10
	if !bytes.Equal(got, want) {
		t.Error("the filter for system calls is not byte 0x81, mask 0x10")
	}
	if got := typefilter(0, 0xffff); got[0] != 1 || got[8191] != 0x80 {
		t.Error("the ends of the bitmap")
	}
}
