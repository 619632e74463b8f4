package procfs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const epollHead = "pos:\t0\nflags:\t02\nmnt_id:\t17\nino:\t1038\n"

// epollText is the fdinfo of an epoll that watches a terminal and a pipe, as
// Linux 6.18 writes it.
const epollText = epollHead +
	"tfd:        0 events:       19 data:                0  pos:0 ino:e sdev:1a\n" +
	"tfd:        3 events:       19 data:                3  pos:0 ino:214fa sdev:f\n"

func TestParseEpoll(t *testing.T) {
	cases := []struct {
		name, text string
		want       []EpollEntry
	}{
		{"terminal and pipe", epollText, []EpollEntry{
			{FD: 0, Events: 0x19, Ino: 0xe, Dev: Dev{0, 0x1a}}, {FD: 3, Events: 0x19, Ino: 0x214fa, Dev: Dev{0, 0xf}}}},
		{"nobody watched", epollHead, nil},
		{"empty", "", nil},
		{"tags and values joined", "tfd:0 events:19 data:0 pos:0 ino:e sdev:1a\n", []EpollEntry{{Events: 0x19, Ino: 0xe, Dev: Dev{0, 0x1a}}}},
		{"tabs", "tfd:\t7\tevents:\t19\tdata:\t0\tpos:0\tino:e\tsdev:1a", []EpollEntry{{FD: 7, Events: 0x19, Ino: 0xe, Dev: Dev{0, 0x1a}}}},
		{"data of 16 digits", "tfd:       12 events: 80000019 data: ffffffffffffffff  pos:0 ino:e sdev:1a\n",
			[]EpollEntry{{FD: 12, Events: 0x80000019, Ino: 0xe, Dev: Dev{0, 0x1a}}}},
		{"position of a file", "tfd:        5 events:       19 data:                0  pos:9223372036854775807 ino:e sdev:800001\n",
			[]EpollEntry{{FD: 5, Events: 0x19, Ino: 0xe, Dev: Dev{8, 1}}}},
		{"a later kernel's field", "tfd:        0 events:       19 data:                0  pos:0 ino:e sdev:1a napi:1\n",
			[]EpollEntry{{Events: 0x19, Ino: 0xe, Dev: Dev{0, 0x1a}}}},
		{"an inner epoll", "tfd:        6 events:       19 data:                6  pos:0 ino:40e sdev:10\n",
			[]EpollEntry{{FD: 6, Events: 0x19, Ino: 0x40e, Dev: Dev{0, 0x10}}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := ParseEpoll([]byte(c.text)); !slices.Equal(got, c.want) {
				t.Errorf("got %+v\nwant %+v", got, c.want)
			}
		})
	}
}

// TestParseEpollNth counts entries of one number: after a close and a reuse of
// the number several watch different files under it.
func TestParseEpollNth(t *testing.T) {
	line := func(fd, ino int) string {
		return fmt.Sprintf("tfd: %8d events: %8x data: %16x  pos:0 ino:%x sdev:1a\n", fd, 0x19, fd, ino)
	}
	var got []int
	for _, e := range ParseEpoll([]byte(line(7, 3) + line(0, 4) + line(7, 5) + line(7, 6) + line(0, 7))) {
		got = append(got, e.Nth)
	}
	if want := []int{0, 0, 1, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestEpollEvents has event words as the kernel shows them: it adds errors and
// hang-ups (0x18) to what was asked for.
func TestEpollEvents(t *testing.T) {
	cases := []struct {
		name                string
		events              string
		reads, writes, edge bool
	}{
		{"input", "19", true, false, false},
		{"input, edge-triggered", "80000019", true, false, true},
		{"input, exclusive", "10000019", true, false, false},
		{"input, once", "40000019", true, false, false},
		{"input, once, fired", "40000000", false, false, false},
		{"normal input", "58", true, false, false},
		{"output", "1c", false, true, false},
		{"normal output", "118", false, true, false},
		{"input and output", "1d", true, true, false},
		{"input and output, edge-triggered", "8000001d", true, true, true},
		{"urgent", "1a", false, false, false},
		{"hang-up of the other side", "2018", false, false, false},
		{"errors only", "18", false, false, false},
		{"nothing, edge-triggered", "80000018", false, false, true},
		{"input, keeps the machine awake", "20000019", true, false, false},
	}
	for _, c := range cases {
		got := ParseEpoll([]byte("tfd: 3 events: " + c.events + " data: 0 pos:0 ino:e sdev:1a\n"))
		if len(got) != 1 {
			t.Errorf("%s: %d entries", c.name, len(got))
			continue
		}
		if e := got[0]; e.Reads() != c.reads || e.Writes() != c.writes || e.Edge() != c.edge {
			t.Errorf("%s (%s): reads %v, writes %v, edge %v", c.name, c.events, e.Reads(), e.Writes(), e.Edge())
		}
	}
}

func TestParseEpollRefuses(t *testing.T) {
	cases := map[string]string{
		"cut in the device":        "tfd: 0 events: 19 data: 0 pos:0 ino:e sdev:\n",
		"cut before the device":    "tfd: 0 events: 19 data: 0 pos:0 ino:e",
		"cut after the events":     "tfd: 0 events: 19",
		"without inodes (4.12)":    "tfd:        0 events:       19 data:                0\n",
		"another order":            "tfd: 0 data: 0 events: 19 pos:0 ino:e sdev:1a\n",
		"descriptor is a word":     "tfd: x events: 19 data: 0 pos:0 ino:e sdev:1a\n",
		"events beyond hex digits": "tfd: 0 events: xy data: 0 pos:0 ino:e sdev:1a\n",
		"another key":              "wd: 0 events: 19 data: 0 pos:0 ino:e sdev:1a\n",
		"in the middle of a line":  "x tfd: 0 events: 19 data: 0 pos:0 ino:e sdev:1a\n",
	}
	for name, text := range cases {
		if got := ParseEpoll([]byte(text)); len(got) != 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func FuzzParseEpoll(f *testing.F) {
	for _, text := range []string{epollText, "tfd: 7 events: 80000019 data: ffffffffffffffff pos:0 ino:e sdev:1a\ntfd: 7 events:1c data:0 pos:1 ino:f sdev:800001", "tfd:\n", "tfd: 0 events:"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got := ParseEpoll(b)
		if n := strings.Count(string(b), "tfd:"); len(got) > n {
			t.Fatalf("%d entries in %d lines", len(got), n)
		}
		var again strings.Builder
		for _, e := range got {
			fmt.Fprintf(&again, "tfd: %8d events: %8x data: %16x  pos:0 ino:%x sdev:%x\n", e.FD, e.Events, 0, e.Ino, e.Dev.Major<<20|e.Dev.Minor)
		}
		if want := ParseEpoll([]byte(again.String())); !slices.Equal(got, want) {
			t.Errorf("%q: %+v became %+v", b, got, want)
		}
	})
}
