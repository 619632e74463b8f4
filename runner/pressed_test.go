package runner

import "testing"

func TestPressed(t *testing.T) {
	for _, c := range []struct{ line, canonical, raw string }{
		{"a\n", "a\n", "a\r"},
		{"a\r\n", "a\n", "a\r"},
		{"\r\n", "\n", "\r"},
		{"a\r\r\n", "a\r\n", "a\r\r"},
		{"a\rb\n", "a\rb\n", "a\rb\r"},
		{"a", "a\n", "a"},
		{"a\r", "a\r", "a\r"},
		{"\x04", "\x04", "\x04"},
	} {
		if got := string(pressed([]byte(c.line), true)); got != c.canonical {
			t.Errorf("%q for the kernel's line editor: %q, want %q", c.line, got, c.canonical)
		}
		if got := string(pressed([]byte(c.line), false)); got != c.raw {
			t.Errorf("%q for a program's own: %q, want %q", c.line, got, c.raw)
		}
	}
}
