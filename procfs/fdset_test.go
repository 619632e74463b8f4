package procfs

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"testing"
)

func TestParseFDSet(t *testing.T) {
	cases := []struct {
		name  string
		b     []byte
		count int
		want  []int
	}{
		{"empty", make([]byte, 8), 64, nil},
		{"no memory", nil, 64, nil},
		{"descriptor 0", []byte{1}, 1, []int{0}},
		{"bits of one octet", []byte{0b10000110}, 8, []int{1, 2, 7}},
		{"every octet of a word", []byte{1, 1, 1, 1, 1, 1, 1, 1}, 64, []int{0, 8, 16, 24, 32, 40, 48, 56}},
		{"second word", []byte{0, 0, 0, 0, 0, 0, 0, 0, 1}, 65, []int{64}},
		{"word of four octets", []byte{0, 0, 0, 0x80, 1, 0, 0, 0}, 33, []int{31, 32}},
		{"bits behind the count", []byte{0xff}, 3, []int{0, 1, 2}},
		{"count within a later octet", []byte{0, 0xff}, 9, []int{8}},
		{"count of 0", []byte{0xff}, 0, nil},
		{"negative count", []byte{0xff}, -1, nil},
		{"count larger than the memory", []byte{0b100}, 1 << 30, []int{2}},
	}
	for _, c := range cases {
		if got := ParseFDSet(c.b, c.count); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestParseFDSetWords: longs of four and of eight bytes make the same bytes.
func TestParseFDSetWords(t *testing.T) {
	fds := []int{0, 6, 31, 32, 63, 64, 100, 1023}
	long := make([]byte, 128)
	short := slices.Clone(long)
	for _, fd := range fds {
		i, j := fd/64*8, fd/32*4
		binary.LittleEndian.PutUint64(long[i:], binary.LittleEndian.Uint64(long[i:])|1<<(fd%64))
		binary.LittleEndian.PutUint32(short[j:], binary.LittleEndian.Uint32(short[j:])|1<<(fd%32))
	}
	for name, b := range map[string][]byte{"8": long, "4": short} {
		if got := ParseFDSet(b, 1024); !slices.Equal(got, fds) {
			t.Errorf("words of %s bytes: %v, want %v", name, got, fds)
		}
	}
}

func TestSelectInterests(t *testing.T) {
	got := SelectInterests([]int{0, 5}, []int{5, 7})
	want := []Interest{{FD: 0, Read: true}, {FD: 5, Read: true}, {FD: 5, Write: true}, {FD: 7, Write: true}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := SelectInterests(nil, nil); len(got) != 0 {
		t.Errorf("of nothing: %+v", got)
	}
}

func FuzzParseFDSet(f *testing.F) {
	f.Add([]byte{0b10000110, 1}, 9)
	f.Add([]byte{0xff}, -1)
	f.Add([]byte(nil), 1<<30)
	f.Fuzz(func(t *testing.T, b []byte, count int) {
		got := ParseFDSet(b, count)
		if !slices.IsSorted(got) {
			t.Errorf("not in order: %v", got)
		}
		ones := 0
		for i, octet := range b {
			if n := count - i*8; n < 8 {
				octet &= 1<<max(n, 0) - 1
			}
			ones += bits.OnesCount8(octet)
		}
		if len(got) != ones {
			t.Errorf("%d members of %d bits", len(got), ones)
		}
		for _, fd := range got {
			if fd < 0 || fd >= count || b[fd/8]>>(fd%8)&1 == 0 {
				t.Errorf("%d is not in the set", fd)
			}
		}
	})
}
