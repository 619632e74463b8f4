package procfs

import (
	"fmt"
	"testing"
)

func TestParseFDInfo(t *testing.T) {
	cases := []struct {
		name, text         string
		want               FDInfo
		readable, writable bool
	}{
		{"slave", "pos:\t0\nflags:\t02\nmnt_id:\t29\nino:\t14\n", FDInfo{0o2, -1}, true, true},
		{"master", "pos:\t0\nflags:\t02100002\nmnt_id:\t24\nino:\t91\ntty-index:\t11\n", FDInfo{0o2100002, 11}, true, true},
		{"first master", "flags:\t02\ntty-index:\t0\n", FDInfo{0o2, 0}, true, true},
		{"for reading", "pos:\t0\nflags:\t0100000\nmnt_id:\t29\n", FDInfo{0o100000, -1}, true, false},
		{"for writing", "pos:\t0\nflags:\t0100001\nmnt_id:\t29\n", FDInfo{0o100001, -1}, false, true},
		{"for appending", "flags:\t0102001\n", FDInfo{0o102001, -1}, false, true},
		{"O_PATH", "pos:\t0\nflags:\t012000000\nmnt_id:\t29\n", FDInfo{0o12000000, -1}, false, false},
		{"O_PATH, whatever else", "flags:\t012000002\n", FDInfo{0o12000002, -1}, false, false},
		{"read end of a pipe", "pos:\t0\nflags:\t00\nmnt_id:\t15\nino:\t5\n", FDInfo{0, -1}, true, false},
		{"write end of a pipe", "pos:\t0\nflags:\t01\nmnt_id:\t15\nino:\t5\n", FDInfo{1, -1}, false, true},
		{"eventfd", "pos:\t0\nflags:\t04002\nmnt_id:\t17\nino:\t1038\neventfd-count:                0\neventfd-id: 7\n", FDInfo{0o4002, -1}, true, true},
		{"index is a word", "flags:\t02\ntty-index:\tx\n", FDInfo{0o2, -1}, true, true},
		{"no newline at the end", "flags:\t01\ntty-index:\t4", FDInfo{1, 4}, false, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := ParseFDInfo([]byte(c.text))
			if got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if got.Readable() != c.readable || got.Writable() != c.writable {
				t.Errorf("readable %v, writable %v; want %v, %v", got.Readable(), got.Writable(), c.readable, c.writable)
			}
		})
	}
}

func FuzzParseFDInfo(f *testing.F) {
	for _, text := range []string{"pos:\t0\nflags:\t02100002\nmnt_id:\t24\nino:\t91\ntty-index:\t11\n", "flags:", "flags:\t0\xff", ""} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		i := ParseFDInfo(b)
		if again := ParseFDInfo(fmt.Appendf(nil, "flags:\t0%o\ntty-index:\t%d\n", i.Flags, i.TTYIndex)); again != i {
			t.Errorf("%q: %+v became %+v", b, i, again)
		}
		if i.Flags&0o10000000 != 0 && (i.Readable() || i.Writable()) {
			t.Errorf("%q: an O_PATH descriptor that can be used", b)
		}
	})
}
