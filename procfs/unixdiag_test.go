package procfs

import (
	"encoding/hex"
	"strings"
	"testing"
)

// Replies of sock_diag as Linux 6.18 gives them.
const (
	diagPair = "30000000140000000000000000000000" + // header
		"010100021c020007" + "0000000000000000" + // a stream socket, inode 138268
		"08000200031c0200" + // its peer 138243
		"0500060000000000" // shutdown state
	diagAlone = "28000000140000000000000000000000" + "01010700061c02000900000000000000" + "0500060000000000"
	diagNone  = "3c000000020000000000000000000000" + "feffffff28000000140001000000000000000000" +
		"01000000ffffffffffe0f50504000000ffffffffffffffff"
)

func TestParseUnixDiag(t *testing.T) {
	cases := []struct {
		name, reply string
		want        uint64
		bad         bool
	}{
		{"a pair", diagPair, 138243, false},
		{"no peer", diagAlone, 0, false},
		{"no such socket", diagNone, 0, true},
		{"nothing", "", 0, true},
		{"cut in the header", diagPair[:28], 0, true},
		{"cut in the message", diagPair[:62], 0, true},
		{"no attributes", diagPair[:64], 0, false},
		{"cut in the attribute", diagPair[:76], 0, false},
		{"the peer is the second attribute", replace(diagPair, "08000200031c02000500060000000000", "050006000000000008000200031c0200"), 138243, false},
		{"attribute of length 0", replace(diagPair, "08000200", "00000200"), 0, false},
		{"attribute longer than the reply", replace(diagPair, "08000200", "ff000200"), 0, false},
		{"peer without a value", replace(diagPair, "08000200031c0200", "04000200"), 0, false},
		{"bytes behind the message do not count", diagAlone + "08000200031c0200", 0, false},
		{"header with a length of 0", replace(diagPair, "30000000", "00000000"), 138243, false},
		{"inode above 2^31", replace(diagPair, "031c0200", "ffffffff"), 1<<32 - 1, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b, err := hex.DecodeString(c.reply)
			if err != nil {
				t.Fatal(err)
			}
			got, err := parseUnixDiag(b)
			if got != c.want || (err != nil) != c.bad {
				t.Errorf("got %d, %v; want %d", got, err, c.want)
			}
		})
	}
}

func replace(s, old, new string) string { return strings.Replace(s, old, new, 1) }

func FuzzParseUnixDiag(f *testing.F) {
	for _, s := range []string{diagPair, diagAlone, diagNone, replace(diagPair, "08000200", "07000200")} {
		b, _ := hex.DecodeString(s)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		peer, err := parseUnixDiag(b)
		if err != nil && peer != 0 {
			t.Errorf("%x: %d with an error", b, peer)
		}
		if err == nil && len(b) < 32 {
			t.Errorf("%x: %d of a short reply", b, peer)
		}
		if peer > 1<<32-1 {
			t.Errorf("%x: inode %d", b, peer)
		}
	})
}
