package procfs

import (
	"encoding/hex"
	"strings"
	"testing"
)

// Replies of sock_diag as Linux 6.18 gives them, to question 7.
const (
	diagPair = "30000000140000000700000000000000" + // header
		"010101001c1c0200" + "0000000000000000" + // a stream socket, inode 138268
		"08000200031c0200" + // its peer 138243
		"0500060000000000" // shutdown state
	diagAlone = "28000000140000000700000000000000" + "01010700061c02000900000000000000" + "0500060000000000"
	diagNone  = "3c000000020000000700000000000000" + "feffffff28000000140001000000000000000000" +
		"01000000ffffffffffe0f50504000000ffffffffffffffff"
)

func TestParseUnixDiag(t *testing.T) {
	pair := unixDiag{seq: 7, ino: 138268, peer: 138243}
	alone := unixDiag{seq: 7, ino: 138246}
	lonely := unixDiag{seq: 7, ino: pair.ino}
	cases := []struct {
		name, reply string
		want        unixDiag
		bad         bool
	}{
		{"a pair", diagPair, pair, false},
		{"no peer", diagAlone, alone, false},
		{"no such socket", diagNone, unixDiag{seq: 7, err: noSuchSocket}, false},
		{"another error", replace(diagNone, "feffffff", "eaffffff"), unixDiag{seq: 7, err: -22}, false},
		{"an error of 0 is a mere receipt", replace(diagNone, "feffffff", "00000000"), unixDiag{}, true},
		{"an error cut off", diagNone[:38], unixDiag{}, true},
		{"nothing", "", unixDiag{}, true},
		{"cut in the header", diagPair[:28], unixDiag{}, true},
		{"cut in the message", diagPair[:62], unixDiag{}, true},
		{"no attributes", diagPair[:64], lonely, false},
		{"cut in the attribute", diagPair[:76], lonely, false},
		{"another family's message", replace(diagPair, "010101001c", "020101001c"), unixDiag{}, true},
		{"the peer is the second attribute", replace(diagPair, "08000200031c02000500060000000000", "050006000000000008000200031c0200"), pair, false},
		{"attribute of length 0", replace(diagPair, "08000200", "00000200"), lonely, false},
		{"attribute longer than the reply", replace(diagPair, "08000200", "ff000200"), lonely, false},
		{"peer without a value", replace(diagPair, "08000200031c0200", "04000200"), lonely, false},
		{"bytes behind the message do not count", diagAlone + "08000200031c0200", alone, false},
		{"header with a length of 0", replace(diagPair, "30000000", "00000000"), pair, false},
		{"inode above 2^31", replace(diagPair, "031c0200", "ffffffff"), unixDiag{seq: 7, ino: pair.ino, peer: 1<<32 - 1}, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b, err := hex.DecodeString(c.reply)
			if err != nil {
				t.Fatal(err)
			}
			got, err := parseUnixDiag(b)
			if got != c.want || (err != nil) != c.bad {
				t.Errorf("got %+v, %v; want %+v", got, err, c.want)
			}
		})
	}
}

func replace(s, old, new string) string { return strings.Replace(s, old, new, 1) }

func TestNewUnixDiag(t *testing.T) {
	const want = "28000000" + "1400" + "0100" + "07000000" + "00000000" +
		"01000000" + "ffffffff" + "061c0200" + "04000000" + "ffffffffffffffff"
	if got := hex.EncodeToString(newUnixDiag(7, 138246)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func FuzzParseUnixDiag(f *testing.F) {
	for _, s := range []string{diagPair, diagAlone, diagNone, replace(diagPair, "08000200", "07000200")} {
		b, _ := hex.DecodeString(s)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := parseUnixDiag(b)
		if err != nil && r != (unixDiag{}) {
			t.Errorf("%x: %+v with an error", b, r)
		}
		if r.err > 0 || r.err < 0 && r.ino != 0 {
			t.Errorf("%x: %+v", b, r)
		}
		if r.err == 0 && err == nil && len(b) < 32 {
			t.Errorf("%x: %+v of a short reply", b, r)
		}
		if r.peer > 1<<32-1 {
			t.Errorf("%x: inode %d", b, r.peer)
		}
	})
}
