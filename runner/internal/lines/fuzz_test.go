package lines

import (
	"testing"
	"unicode/utf8"
)

// FuzzPage: whatever is printed, in whatever pieces, the page stays within its
// bounds, and the pieces do not matter.
func FuzzPage(f *testing.F) {
	for _, s := range []string{
		"one\r\ntwo\x1b[2A\x1b[K\x1b[3;4r\x1b[5L\x1b[2M\x1bM\x1bM", "\x1b[?1049h\x1b[9;9Hx\x1b[3S\x1b[2T",
		"\x1b]0;t\a\x1bPq\x1b\\\xe2\x82\xac\xff\x1b[6n\x1b[c", "\x1b[4@\x1b[3P\x1b[2X\x1b[1J\x1b[2J\x1bc",
	} {
		f.Add([]byte(s), uint8(3))
	}
	f.Fuzz(func(t *testing.T, printed []byte, cut uint8) {
		replies := 0
		whole := NewPage(6, 10, func([]byte) { replies++ })
		pieces := NewPage(6, 10, func([]byte) { replies-- })
		_, _ = whole.Write(printed)
		for rest := printed; len(rest) > 0; {
			n := min(len(rest), int(cut)+1)
			_, _ = pieces.Write(rest[:n])
			checkBounds(t, pieces)
			rest = rest[n:]
		}
		a, b := whole.Take(), pieces.Take()
		if a.String() != b.String() || replies != 0 || whole.cursor != pieces.cursor {
			t.Errorf("%q at once, %q in pieces of %d", a.String(), b.String(), int(cut)+1)
		}
		if !utf8.ValidString(a.String()) {
			t.Errorf("%q is no UTF-8", a.String())
		}
	})
}

func checkBounds(t *testing.T, p *Page) {
	t.Helper()
	if p.row < 0 || p.row >= p.rows || p.col < 0 || p.col > maxLine || len(p.lines) > p.rows {
		t.Fatalf("cursor %v, %d rows of %d", p.cursor, len(p.lines), p.rows)
	}
}
