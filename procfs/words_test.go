package procfs

import (
	"encoding/binary"
	"slices"
	"testing"
	"time"
)

// longs are numbers of eight bytes in memory.
func longs(n ...uint64) []byte {
	var b []byte
	for _, w := range n {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}

func TestParseWords(t *testing.T) {
	cases := []struct {
		name string
		b    []byte
		size int
		want []uint64
	}{
		{"pointers of a 64-bit program", longs(0x7f4d2c1f3000, 1<<64-1), 8, []uint64{0x7f4d2c1f3000, 1<<64 - 1}},
		{"pointers of a 32-bit program", words(0xffe37e80, 2), 4, []uint64{0xffe37e80, 2}},
		{"cut in the second", longs(5, 6)[:15], 8, []uint64{5}},
		{"cut in the first", []byte{1, 2, 3}, 4, nil},
		{"nothing", nil, 8, nil},
		{"no size", longs(5), 0, nil},
	}
	for _, c := range cases {
		if got := ParseWords(c.b, c.size); !slices.Equal(got, c.want) {
			t.Errorf("%s: %#x, want %#x", c.name, got, c.want)
		}
	}
}

func TestParseLimit(t *testing.T) {
	timeval := Limit{Word: 8, Unit: time.Microsecond}
	timespec := Limit{Word: 8, Unit: time.Nanosecond}
	short := Limit{Word: 4, Unit: time.Microsecond}
	cases := []struct {
		name string
		b    []byte
		l    Limit
		want time.Duration
	}{
		{"a second and a half", longs(1, 500_000), timeval, 1500 * time.Millisecond},
		{"70 ms", longs(0, 70_000_000), timespec, 70 * time.Millisecond},
		{"70 ms of a 32-bit program", words(0, 70_000), short, 70 * time.Millisecond},
		{"none at all", longs(0, 0), timespec, 0},
		{"two seconds of a 32-bit program", words(2, 0), short, 2 * time.Second},
		{"100 years", longs(100*365*86400, 0), timespec, 100 * 365 * 24 * time.Hour},
		{"cut", longs(1, 2)[:12], timespec, 0},
		{"no memory", nil, timespec, 0},
	}
	for _, c := range cases {
		if got := ParseLimit(c.b, c.l); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	// as long as the kernel takes: it must not come out as short or negative
	for _, sec := range []uint64{1 << 33, 1 << 62, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
		if got := ParseLimit(longs(sec, 1<<64-1), timeval); got < 100*365*24*time.Hour {
			t.Errorf("%d seconds: %v", sec, got)
		}
	}
}

func FuzzParseWords(f *testing.F) {
	f.Add(longs(0x7f4d2c1f3000, 1), true)
	f.Add(words(1, 2, 3), false)
	f.Fuzz(func(t *testing.T, b []byte, wide bool) {
		size := 4
		if wide {
			size = 8
		}
		var again []byte
		for _, n := range ParseWords(b, size) {
			again = append(again, longs(n)[:size]...)
		}
		if !slices.Equal(again, b[:len(b)/size*size]) {
			t.Errorf("%x became %x", b, again)
		}
	})
}

func FuzzParseLimit(f *testing.F) {
	f.Add(longs(1, 500_000), true, true)
	f.Add(words(0xffffffff, 0xffffffff), false, true)
	f.Fuzz(func(t *testing.T, b []byte, wide, micro bool) {
		l := Limit{Word: 4, Unit: time.Nanosecond}
		if wide {
			l.Word = 8
		}
		if micro {
			l.Unit = time.Microsecond
		}
		got := ParseLimit(b, l)
		if got < 0 {
			t.Errorf("%x: %v", b, got)
		}
		if n := ParseWords(b, l.Word); len(n) >= 2 && n[0] < 1<<31 && got < time.Duration(n[0])*time.Second {
			t.Errorf("%x: %v is less than %d seconds", b, got, n[0])
		}
	})
}
