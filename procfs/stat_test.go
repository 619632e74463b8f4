package procfs

import (
	"fmt"
	"strings"
	"testing"
)

// catStat is the stat file of a cat on pts/3, as Linux 6.18 writes it.
const catStat = "31209 (cat) S 30870 31209 19874 34819 31209 4194304 99 0 0 0 0 0 0 0 20 0 1 0 176773 3133440 376 " +
	"18446744073709551615 93910810697728 93910810717609 140723327477152 0 0 0 0 0 0 1 0 0 17 1 0 0 0 0 0 " +
	"93910810733616 93910810735232 93911332823040 140723327478443 140723327478481 140723327478481 140723327479787 0\n"

var catParsed = Stat{PID: 31209, Comm: "cat", State: 'S', PPID: 30870, PGRP: 31209, Session: 19874, TTY: 34819, TPGID: 31209, Threads: 1, Start: 176773}

// statTail has the fields 9 to 22 of a stat file, with the start time 500.
const statTail = " 4194304 99 0 0 0 0 0 0 0 20 0 1 0 500 3133440 376"

func TestParseStat(t *testing.T) {
	cases := []struct {
		name, text string
		want       Stat
	}{
		{"cat on pts/3", catStat, catParsed},
		{"no terminal", "1 (systemd) S 0 1 1 0 -1" + statTail, Stat{PID: 1, Comm: "systemd", State: 'S', PGRP: 1, Session: 1, TPGID: -1, Threads: 1, Start: 500}},
		{"kernel thread", "2 (kthreadd) S 0 0 0 0 -1" + statTail, Stat{PID: 2, Comm: "kthreadd", State: 'S', TPGID: -1, Threads: 1, Start: 500}},
		{"closing parenthesis in the name", "7 (a)b) T 1 7 7 34816 7" + statTail, named("a)b", 'T')},
		{"name that ends in one", "7 (a)) T 1 7 7 34816 7" + statTail, named("a)", 'T')},
		{"name that opens more", "7 (((a) T 1 7 7 34816 7" + statTail, named("((a", 'T')},
		{"name made to look like fields", "7 (x) R 1 1 1 34) S 1 7 7 34816 7" + statTail, named("x) R 1 1 1 34", 'S')},
		{"spaces", "7 ( a  b ) S 1 7 7 34816 7" + statTail, named(" a  b ", 'S')},
		{"newline", "7 (a\nb) S 1 7 7 34816 7" + statTail, named("a\nb", 'S')},
		{"empty name", "7 () S 1 7 7 34816 7" + statTail, named("", 'S')},
		{"not UTF-8", "7 (\xff\xfe) S 1 7 7 34816 7" + statTail, named("\xff\xfe", 'S')},
		{"no newline at the end", strings.TrimSuffix(catStat, "\n"), catParsed},
		{"only the fields that count", "7 (a) S 1 7 7 34816 7 0 0 0 0 0 0 0 0 0 0 0 1 0 500", named("a", 'S')},
		{"started late", "7 (a) S 1 7 7 34816 7 0 0 0 0 0 0 0 0 0 0 0 1 0 5000000000", func() Stat { s := named("a", 'S'); s.Start = 5_000_000_000; return s }()},
		{"threads", "7 (a) S 1 7 7 34816 7 0 0 0 0 0 0 0 0 0 0 0 10000 0 500", func() Stat { s := named("a", 'S'); s.Threads = 10_000; return s }()},
		// pts/1048575: tty_nr is printed as a signed number
		{"largest pty", "7 (a) S 1 7 7 -1013505 7" + statTail, withTTY(named("a", 'S'), 0xfff088ff)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := ParseStat([]byte(c.text))
			if err != nil || got != c.want {
				t.Errorf("got %+v, %v\nwant %+v", got, err, c.want)
			}
		})
	}
}

func named(comm string, state byte) Stat {
	return Stat{PID: 7, Comm: comm, State: state, PPID: 1, PGRP: 7, Session: 7, TTY: 34816, TPGID: 7, Threads: 1, Start: 500}
}

func withTTY(s Stat, nr uint32) Stat {
	s.TTY = nr
	return s
}

func TestParseStatRefuses(t *testing.T) {
	cases := map[string]string{
		"empty":                      "",
		"no parentheses":             "7 cat S 1 7 7 34816 7" + statTail,
		"no number":                  "(cat) S 1 7 7 34816 7" + statTail,
		"number is a word":           "self (cat) S 1 7 7 34816 7" + statTail,
		"only an opening one":        "7 (cat S 1 7 7 34816 7" + statTail,
		"only a closing one":         "7 cat) S 1 7 7 34816 7" + statTail,
		"the wrong way round":        "7 )cat( S 1 7 7 34816 7" + statTail,
		"cut after the name":         "42 (a)",
		"cut after the state":        "42 (a) S",
		"cut before the terminal":    "7 (a) S 1 7 7",
		"cut before the start time":  "7 (a) S 1 7 7 34816 7 0 0 0 0 0 0 0 0 0 0 0 0 0",
		"state of two letters":       "7 (a) SS 1 7 7 34816 7" + statTail,
		"parent is a word":           "7 (a) S one 7 7 34816 7" + statTail,
		"group with a sign too many": "7 (a) S 1 --7 7 34816 7" + statTail,
		"hexadecimal session":        "7 (a) S 1 7 0x7 34816 7" + statTail,
		"group of 33 bits":           "7 (a) S 1 4294967303 7 34816 7" + statTail,
		"start time of 20 digits":    "7 (a) S 1 7 7 34816 7 0 0 0 0 0 0 0 0 0 0 0 0 0 99999999999999999999",
	}
	for name, text := range cases {
		if s, err := ParseStat([]byte(text)); err == nil {
			t.Errorf("%s: accepted as %+v", name, s)
		} else if s != (Stat{}) {
			t.Errorf("%s: an error with a result: %+v", name, s)
		}
	}
}

// TestParseStatCut cuts a stat file everywhere before its start time.
func TestParseStatCut(t *testing.T) {
	end := strings.Index(catStat, "176773")
	for n := range end {
		if s, err := ParseStat([]byte(catStat[:n])); err == nil {
			t.Fatalf("the first %d bytes were accepted as %+v", n, s)
		}
	}
}

func FuzzParseStat(f *testing.F) {
	for _, text := range []string{catStat, "7 (x) R 1 1 1 34) S 1 7 7 34816 7" + statTail, "7 (a\nb) S 1 7 7 -1 -1" + statTail, "42 (a)", ") (", "1 (", "0()\xb0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := ParseStat(b)
		if err != nil {
			return
		}
		again, err := ParseStat([]byte(statText(s)))
		if err != nil || again != s {
			t.Errorf("%q: %+v became %+v, %v", b, s, again, err)
		}
	})
}

// statText writes a stat file as the kernel does, but for a signed start time:
// an unsigned one would not fit what the parser returns for a negative one.
func statText(s Stat) string {
	return fmt.Sprintf("%d (%s) %s %d %d %d %d %d 0 0 0 0 0 0 0 0 0 0 0 %d 0 %d\n",
		s.PID, s.Comm, []byte{s.State}, s.PPID, s.PGRP, s.Session, int32(s.TTY), s.TPGID, s.Threads, int64(s.Start))
}
