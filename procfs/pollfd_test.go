package procfs

import (
	"encoding/binary"
	"slices"
	"testing"
)

// pollfd is a struct pollfd in memory.
func pollfd(fd int32, events, revents uint16) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(fd))
	b = binary.LittleEndian.AppendUint16(b, events)
	return binary.LittleEndian.AppendUint16(b, revents)
}

func TestParsePollFDs(t *testing.T) {
	const in, pri, out, rdnorm, wrnorm, rdhup = 0x1, 0x2, 0x4, 0x40, 0x100, 0x2000
	cases := []struct {
		name string
		b    []byte
		want []Interest
	}{
		{"nothing", nil, nil},
		{"input", pollfd(0, in, 0), []Interest{{FD: 0, Read: true}}},
		{"normal input", pollfd(0, rdnorm, 0), []Interest{{FD: 0, Read: true}}},
		{"output", pollfd(1, out, 0), []Interest{{FD: 1, Write: true}}},
		{"normal output", pollfd(1, wrnorm, 0), []Interest{{FD: 1, Write: true}}},
		{"both", pollfd(3, in|out, 0), []Interest{{FD: 3, Read: true, Write: true}}},
		{"urgent only", pollfd(3, pri, 0), []Interest{{FD: 3}}},
		{"nothing but errors", pollfd(3, 0, 0), []Interest{{FD: 3}}},
		{"hang-up of the other side", pollfd(3, rdhup, 0), []Interest{{FD: 3}}},
		{"answers of an earlier call", pollfd(3, out, in|0x10), []Interest{{FD: 3, Write: true}}},
		{"switched off", pollfd(-1, in, 0), nil},
		{"switched off by its complement", pollfd(^3, in, 0), nil},
		{"largest descriptor", pollfd(1<<31-1, in, 0), []Interest{{FD: 1<<31 - 1, Read: true}}},
		{"several, one off", slices.Concat(pollfd(4, in, 0), pollfd(-1, in, 0), pollfd(4, out, 0)),
			[]Interest{{FD: 4, Read: true}, {FD: 4, Write: true}}},
		{"cut in the second", append(pollfd(4, in, 0), 5, 0, 0, 0, 1, 0, 0), []Interest{{FD: 4, Read: true}}},
	}
	for _, c := range cases {
		if got := ParsePollFDs(c.b); !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func FuzzParsePollFDs(f *testing.F) {
	f.Add(slices.Concat(pollfd(0, 0x1, 0), pollfd(-1, 0x1, 0), pollfd(7, 0x4, 0x4)))
	f.Add([]byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, b []byte) {
		got := ParsePollFDs(b)
		if len(got) > len(b)/8 {
			t.Fatalf("%d entries in %d bytes", len(got), len(b))
		}
		var again []byte
		for _, i := range got {
			var events uint16
			if i.Read {
				events |= 0x40
			}
			if i.Write {
				events |= 0x100
			}
			again = append(again, pollfd(int32(i.FD), events, 0)...)
		}
		if want := ParsePollFDs(again); !slices.Equal(got, want) {
			t.Errorf("%+v became %+v", got, want)
		}
	})
}
