package main

import (
	"os"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// TestFrame: the table fits the screen.
func TestFrame(t *testing.T) {
	rows := map[string]client.Answer{}
	for _, path := range []string{"/dev/pts/1", "/dev/pts/2", "/dev/pts/3", "/dev/pts/4"} {
		rows[path] = client.Answer{State: client.Running}
	}
	for _, c := range []struct {
		name  string
		on    window
		lines int
		last  string
	}{
		{"without a size", window{}, 5, "/dev/pts/4  running"},
		{"room for all", window{6, 80}, 5, "/dev/pts/4  running"},
		{"one row too few", window{5, 80}, 4, "and 2 more"},
		{"narrow", window{24, 12}, 5, "/dev/pts/4  "},
		{"no room at all", window{2, 80}, 1, "and 5 more"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, ok := strings.CutPrefix(frame(rows, c.on), "\x1b[H")
			text, ends := strings.CutSuffix(text, "\x1b[K\r\n\x1b[J")
			if !ok || !ends {
				t.Fatalf("got %q", text)
			}
			lines := strings.Split(text, "\x1b[K\r\n")
			if len(lines) != c.lines || lines[len(lines)-1] != c.last {
				t.Errorf("got %q", lines)
			}
		})
	}
}

// TestWindowOf: what is a character device is not yet a terminal.
func TestWindowOf(t *testing.T) {
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if s, ok := windowOf(f); ok {
		t.Errorf("%s is a terminal of %+v", os.DevNull, s)
	}
}
