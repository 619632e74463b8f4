package lines

import "testing"

func TestQueries(t *testing.T) {
	for _, c := range []struct{ printed, want string }{
		{"text", ""},
		{"\x1b[6n", "\x1b[1;1R"},
		{"a\r\nbc\x1b[6n", "\x1b[2;3R"},
		{"a\r\nbc\x1b[?6n", "\x1b[?2;3R"},
		{"\x1b[999;999H\x1b[6n", "\x1b[5;20R"},
		{"1234567890123456789012345\x1b[6n", "\x1b[1;20R"},
		{"\x1b[5n", "\x1b[0n"},
		{"\x1b[c", "\x1b[?1;2c"},
		{"\x1b[0c\x1bZ", "\x1b[?1;2c\x1b[?1;2c"},
		{"\x1b[1c", ""},
		{"\x1b[>c", "\x1b[>0;0;0c"},
		{"\x1b[=c", ""},
		{"\x1b[?1;2c", ""}, // an answer that was echoed is no question
		{"\x1b[>4n", ""},
	} {
		var got string
		p := NewPage(5, 20, func(b []byte) { got += string(b) })
		_, _ = p.Write([]byte(c.printed))
		if got != c.want {
			t.Errorf("%q: answer %q, want %q", c.printed, got, c.want)
		}
	}
}
