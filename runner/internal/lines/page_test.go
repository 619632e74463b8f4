package lines

import (
	"strings"
	"testing"
)

// shown prints on a page of 5 rows and 20 columns, byte by byte as well as at
// once, and returns the text.
func shown(t *testing.T, printed string) string {
	t.Helper()
	whole, single := NewPage(5, 20, nil), NewPage(5, 20, nil)
	_, _ = whole.Write([]byte(printed))
	for i := range len(printed) {
		_, _ = single.Write([]byte{printed[i]})
	}
	a, b := whole.Take(), single.Take()
	if a.String() != b.String() {
		t.Errorf("at once %q, byte by byte %q", a.String(), b.String())
	}
	return a.String()
}

// printing is what was printed, and the text that it comes to.
type printing struct{ name, printed, want string }

func check(t *testing.T, table []printing) {
	t.Helper()
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) {
			if got := shown(t, c.printed); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestLines(t *testing.T) {
	check(t, []printing{
		{"nothing", "", ""},
		{"lines", "one\r\ntwo\r\n", "one\ntwo\n"},
		{"no end of line", "one\r\ntwo", "one\ntwo"},
		{"empty lines", "\r\n\r\nx\r\n", "\n\nx\n"},
		{"blanks at the end stay", "a  \r\n", "a  \n"},
		{"more than a screen", "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n", "1\n2\n3\n4\n5\n6\n7\n"},
		{"no wrap", strings.Repeat("x", 50) + "\r\n", strings.Repeat("x", 50) + "\n"},
		{"progress", "10%\r20%\r100%\r\n", "100%\n"},
		{"shorter over longer", "longer\rab\r\n", "abnger\n"},
		{"erase to the end", "longer\rab\x1b[K\r\n", "ab\n"},
		{"erase to the cursor", "longer\x1b[3G\x1b[1Kx\r\n", "  xger\n"},
		{"erase line", "longer\x1b[2Kx\r\n", "      x\n"},
		{"backspace", "abc\b\b-\r\n", "a-c\n"},
		{"backspace at the left edge", "\b\bx\r\n", "x\n"},
		{"tabs", "a\tb\r\n", "a       b\n"},
		{"tab at the right edge", "\x1b[20G\tx", "                   x"},
		{"insert and delete", "abcdef\r\x1b[2P\x1b[@x\r\n", "xcdef\n"},
		{"insert and delete behind the text", "ab\x1b[5G\x1b[2P\x1b[2@x", "ab  x"},
		{"delete more than there is", "abcdef\x1b[3G\x1b[99Px", "abx"},
		{"erase characters", "abcdef\r\x1b[2X\r\n", "  cdef\n"},
	})
}

func TestCharacters(t *testing.T) {
	check(t, []printing{
		{"colours", "\x1b[1;31mred\x1b[m \x1b[38;5;4mblue\x1b[0m\r\n", "red blue\n"},
		{"colours with colons", "\x1b[38:2::1:2:3mred\x1b[m\r\n", "red\n"},
		{"title", "\x1b]0;a title\atext\r\n", "text\n"},
		{"title ended by ST", "\x1b]0;a title\x1b\\text\r\n", "text\n"},
		{"device string", "\x1bPq#0\a#1\x1b\\text\r\n", "text\n"},
		{"string cut by a sequence", "\x1b]0;a\x1b[1mtext\r\n", "text\n"},
		{"string cancelled", "\x1bPabc\x18text\r\n", "text\n"},
		{"character set", "\x1b(Btext\x1b)0\r\n", "text\n"},
		{"control within a sequence", "ab\x1b[\r1Cx\r\n", "ax\n"},
		{"sequence cancelled", "\x1b[12\x18text\r\n", "text\n"},
		{"sequence begun anew", "\x1b[12\x1b[1mtext\r\n", "text\n"},
		{"UTF-8", "\u00e4\u00f6\u20ac\U0001f600\r\n", "\u00e4\u00f6\u20ac\U0001f600\n"},
		{"no UTF-8", "a\xffb\xe2\x82\r\n", "a\ufffdb\ufffd\n"},
		{"UTF-8 cut by a character", "\xe2\x82\xc3\xa4", "\ufffd\u00e4"},
		{"C1 controls", "a\u009bb", "ab"},
		{"delete", "a\x7fb", "ab"},
		{"many parameters", "\x1b[" + strings.Repeat("1;", 40) + "mx", "x"},
		{"unknown sequences", "\x1b[?25l\x1b[>4;1m\x1b[=1u\x1b[!p\x1b[5 qx", "x"},
	})
}

func TestMovements(t *testing.T) {
	check(t, []printing{
		{"cursor up", "one\r\ntwo\r\n\x1b[2Aone!\r\n\x1b[1B", "one!\ntwo\n"},
		{"next and previous line", "one\r\ntwo\x1b[Fx\x1b[Ey", "xne\nywo"},
		{"column and row", "\x1b[2;3Hx\x1b[1dy", "   y\n  x"},
		{"clear", "one\r\ntwo\r\n\x1b[H\x1b[2Jthree\r\n", "three\n"},
		{"erase below", "one\r\ntwo\r\nthree\x1b[2;2H\x1b[J", "one\nt"},
		{"erase above", "one\r\ntwo\x1b[1Jx", "\n   x"},
		{"reset", "one\r\n\x1bctwo", "two"},
		{"saved cursor", "ab\x1b7cd\x1b8x", "abxd"},
		{"saved cursor, other form", "ab\x1b[scd\x1b[ux", "abxd"},
		{"huge parameters", "\x1b[99999999999999999999;99999999999Hx", "\n\n\n\n                   x"},
	})
}

func TestScrolling(t *testing.T) {
	check(t, []printing{
		{"delete rows", "1\r\n2\r\n3\x1b[1;1H\x1b[M", "2\n3"},
		{"insert rows", "1\r\n2\x1b[1;1H\x1b[Lx", "x\n1\n2"},
		{"scroll region", "1\r\n2\r\n3\r\n4\x1b[2;3r\x1b[3;1H\nx\x1b[r\x1b[5;1H", "1\n3\nx\n4\n"},
		{"scroll up", "1\r\n2\x1b[Sx", "1\n2\n x"},
		{"scroll down", "1\r\n2\x1b[Tx", "\n1x\n2"},
		{"reverse line feed", "1\x1bMx", " x\n1"},
		{"index and next line", "a\x1bDb\x1bEc", "a\n b\nc"},
		{"insert rows outside the region", "1\r\n2\r\n3\x1b[1;2r\x1b[3;1H\x1b[Lx", "1\n2\nx"},
		{"line feed below the region", "1\x1b[1;2r\x1b[5;1H\nx", "1\n\n\n\nx"},
		{"region that is none", "1\x1b[3;3rx", "1x"},
	})
}

func TestAlternateScreen(t *testing.T) {
	check(t, []printing{
		{"alternate screen left", "main\r\n\x1b[?1049hvim\x1b[?1049lend", "main\nend"},
		{"alternate screen shown", "main\r\n\x1b[?1049h\x1b[2;1Hvim", "main\n\nvim"},
		{"alternate screen without its margin", "\x1b[?1049hvim   \r\n   \r\n x ", "vim\n\n x"},
		{"alternate screen wraps", "\x1b[?1049h" + strings.Repeat("x", 25), strings.Repeat("x", 20) + "\nxxxxx"},
		{"alternate screen keeps nothing", "\x1b[?1049h1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7", "3\n4\n5\n6\n7"},
		{"alternate screen, cursor restored from the main one", strings.Repeat("x", 50) + "\x1b7\x1b[?1049h\x1b8y", strings.Repeat("x", 50) + "\n\ny"},
	})
}

func TestLongLineIsBroken(t *testing.T) {
	p := NewPage(5, 20, nil)
	_, _ = p.Write([]byte(strings.Repeat("x", maxLine+1)))
	if got := p.CursorLine(); got != "x" {
		t.Errorf("cursor's line has %d characters, want 1", len(got))
	}
}

func TestTakeAgain(t *testing.T) {
	p := NewPage(3, 20, nil)
	for _, step := range []struct{ printed, want string }{
		{"one\r\ntwo\r\nName? ", "one\ntwo\nName? "},
		{"", "Name? "},
		{"bob\r\nhello\r\n", "Name? bob\nhello\n"},
		{"", ""},
		{"1\r\n2\r\n3\r\n4\r\n", "1\n2\n3\n4\n"},
		{"\x1b[?1049hfull", "full"},
		{"\x1b[?1049lback\r\n", "back\n"},
		{"\x1b[H\x1b[2Janew\r\n", "anew\n"},
		{"next\r\n", "next\n"},
	} {
		_, _ = p.Write([]byte(step.printed))
		if got := p.Take(); got.String() != step.want {
			t.Errorf("after %q: %q, want %q", step.printed, got.String(), step.want)
		}
	}
}

func TestCursorLine(t *testing.T) {
	for _, c := range []struct {
		printed, want string
		editing, alt  bool
	}{
		{"", "", false, false},
		{"text\r\nName? ", "Name?", true, false},
		{"text\r\n", "", false, false},
		{"text\r", "text", false, false},
		{"  \r", "", false, false},
		{"old\r\x1b[K>>> ", ">>>", true, false},
		{"\x1b[?25lPick one: ", "Pick one:", false, false},
		{"\x1b[?25lPick one: \x1b[?12;25h", "Pick one:", true, false},
		{"\x1b[?25l\x1bcName? ", "Name?", true, false},
		{"\x1b[3;2H< Yes >\x1b[3;4H", "< Yes >", false, false},
		{"\x1b[4dName? ", "Name?", false, false},
		{"\x1b[5;1H\nName? ", "Name?", true, false},
		{"\x1b[H\x1b[2JName? ", "Name?", true, false},
		{"\x1b[?1049h\x1b[3;5H<Yes>", "<Yes>", false, true},
	} {
		p := NewPage(5, 20, nil)
		_, _ = p.Write([]byte(c.printed))
		if p.CursorLine() != c.want || p.Editing() != c.editing || p.Alternate() != c.alt {
			t.Errorf("%q: %q, editing %v, alternate %v; want %q, %v, %v", c.printed,
				p.CursorLine(), p.Editing(), p.Alternate(), c.want, c.editing, c.alt)
		}
	}
}
