package procfs

import (
	"encoding/binary"
	"testing"
	"time"
)

// words are numbers of four bytes in memory.
func words(n ...uint32) []byte {
	var b []byte
	for _, w := range n {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

func TestParseOldSelect(t *testing.T) {
	before := Wait{Name: "select", Form: OldSelectSet, ABI: I386, Addr: 0x565d0060}
	after := before
	after.Form = SelectSet
	limit := func(addr uint64) Limit { return Limit{Addr: addr, Word: 4, Unit: time.Microsecond} }
	cases := []struct {
		name string
		b    []byte
		want func(*Wait)
	}{
		{"one set", words(1, 0xffa0, 0, 0, 0), func(w *Wait) { w.Count, w.Addr, w.Limit = 1, 0xffa0, limit(0) }},
		{"all of them", words(4, 0xffa0, 0xffb0, 0xffc0, 0xffd0), func(w *Wait) {
			w.Count, w.Addr, w.Addr2, w.Timed, w.Limit = 4, 0xffa0, 0xffb0, true, limit(0xffd0)
		}},
		{"high addresses", words(1024, 0xfffffff0, 0x80000000, 0, 0), func(w *Wait) {
			w.Count, w.Addr, w.Addr2, w.Limit = 1024, 0xfffffff0, 0x80000000, limit(0)
		}},
		{"negative count", words(0xffffffff, 0xffa0, 0, 0, 0), func(w *Wait) { w.Count, w.Addr, w.Limit = -1, 0xffa0, limit(0) }},
		{"more memory than the block", words(1, 0xffa0, 0, 0, 0, 9, 9), func(w *Wait) { w.Count, w.Addr, w.Limit = 1, 0xffa0, limit(0) }},
	}
	for _, c := range cases {
		want := after
		c.want(&want)
		if got, ok := ParseOldSelect(c.b, before); !ok || got != want {
			t.Errorf("%s: %+v, %v\nwant %+v", c.name, got, ok, want)
		}
	}
	for n := range 20 {
		if got, ok := ParseOldSelect(make([]byte, n), before); ok || got != before {
			t.Errorf("%d bytes: %+v, %v", n, got, ok)
		}
	}
}

func FuzzParseOldSelect(f *testing.F) {
	f.Add(words(4, 0xffa0, 0xffb0, 0xffc0, 0xffd0))
	f.Add([]byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, b []byte) {
		w, ok := ParseOldSelect(b, Wait{Form: OldSelectSet})
		if ok != (len(b) >= 20) {
			t.Fatalf("%d bytes: %v", len(b), ok)
		}
		if !ok {
			return
		}
		if w.Timed != (w.Limit.Addr != 0) {
			t.Errorf("timed %v, with a limit at %#x", w.Timed, w.Limit.Addr)
		}
		again := words(uint32(w.Count), uint32(w.Addr), uint32(w.Addr2), 0, uint32(w.Limit.Addr))
		if x, ok := ParseOldSelect(again, Wait{Form: OldSelectSet}); !ok || x != w {
			t.Errorf("%+v became %+v", w, x)
		}
	})
}
