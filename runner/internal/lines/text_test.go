package lines

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTextKeepsBothEnds(t *testing.T) {
	for _, total := range []int{0, 1, headSize, headSize + 1, headSize + tailSize, headSize + tailSize + 1, 1 << 20} {
		var text Text
		for done := 0; done < total; {
			n := min(total-done, 997)
			text.add(strings.Repeat("a", n))
			done += n
		}
		if text.Total() != int64(total) {
			t.Errorf("total %d, want %d", text.Total(), total)
		}
		as := strings.Count(text.String(), "a")
		if want := min(total, headSize+tailSize); as < want || as > want+1 { // "bytes" has no a
			t.Errorf("%d of %d bytes kept, want %d", as, total, want)
		}
		if got, want := text.Truncated(), total > headSize+tailSize; got != want {
			t.Errorf("%d bytes: truncated %v", total, got)
		}
	}
}

func TestTextSaysWhatIsMissing(t *testing.T) {
	var text Text
	text.add(strings.Repeat("h", headSize) + strings.Repeat("m", 5000) + strings.Repeat("t", tailSize))
	want := strings.Repeat("h", headSize) + "\n[5000 bytes left out]\n" + strings.Repeat("t", tailSize)
	if text.String() != want {
		t.Errorf("head and tail are not what was added: %.40q...", text.String())
	}
}

func TestTextKeepsCharactersWhole(t *testing.T) {
	for shift := range 4 {
		var text Text
		text.add(strings.Repeat("x", shift))
		text.add(strings.Repeat("\U0001f600", 10000))
		if s := text.String(); !utf8.ValidString(s) || strings.ContainsRune(s, utf8.RuneError) {
			t.Errorf("shift %d: a character was cut", shift)
		}
	}
}

func TestWholeEnds(t *testing.T) {
	for _, c := range []struct{ in, head, tail string }{
		{"", "", ""},
		{"abc", "abc", "abc"},
		{"a\xe2\x82", "a", "a\xe2\x82"},
		{"\x82\xacb", "\x82\xacb", "b"},
		{"a\u20ac", "a\u20ac", "a\u20ac"},
		{"\x80\x80\x80\x80\x80", "\x80\x80\x80\x80\x80", "\x80\x80\x80\x80\x80"},
	} {
		if got := string(wholeHead([]byte(c.in))); got != c.head {
			t.Errorf("head of %q: %q, want %q", c.in, got, c.head)
		}
		if got := string(wholeTail([]byte(c.in))); got != c.tail {
			t.Errorf("tail of %q: %q, want %q", c.in, got, c.tail)
		}
	}
}
